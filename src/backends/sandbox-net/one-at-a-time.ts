import type { Socket } from "node:net";

/** The most requests that may wait on one connection; a client that sends more is not waiting for answers. */
const MOST_WAITING = 32;

/** Serves the requests of a connection one after the other, however many a client sends at once. */
export function createOneAtATime(): (client: Socket, serve: () => Promise<void>) => void {
  const lines = new WeakMap<Socket, Line>();
  return (client, serve) => {
    const line = lines.get(client) ?? { waiting: 0, last: Promise.resolve() };
    lines.set(client, line);
    line.waiting += 1;
    if (line.waiting > MOST_WAITING) client.destroy();
    line.last = next(line, client, serve);
  };
}

interface Line {
  waiting: number;
  last: Promise<void>;
}

async function next(line: Line, client: Socket, serve: () => Promise<void>): Promise<void> {
  await line.last;
  // An answer may have been the last on this connection.
  if (!client.destroyed && !client.writableEnded) await serve();
  line.waiting -= 1;
}
