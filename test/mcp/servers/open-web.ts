import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** An HTTP server on loopback for one test. */
export interface Web {
  readonly origin: string;
  /** Drops every connection and every stream, and goes on serving. */
  drop(): void;
  close(): Promise<void>;
}

/** Serves on a free port of loopback. */
export async function openWeb(serve: RequestListener): Promise<Web> {
  const sockets = new Set<Socket>();
  const server = createServer(serve);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const drop = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop,
    async close() {
      const closed = once(server, "close");
      server.close();
      drop();
      await closed;
    },
  };
}
