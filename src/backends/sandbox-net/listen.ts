import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Fault } from "../../kernel/index.ts";

/** A server that listens, and how to take away what it listens on. */
export interface Listening {
  readonly at:
    | { readonly socketPath: string; readonly port?: undefined }
    | { readonly port: number; readonly socketPath?: undefined };
  remove(): Promise<void>;
}

/** Longer ones do not fit the system's address and would be cut without a word. */
const MOST_PATH_BYTES = 100;

/** Listens on a socket that only this user can reach. */
export async function listenOnSocket(server: Server): Promise<Listening> {
  // Made for this user alone by `mkdtemp` itself.
  const folder = await mkdtemp(join(tmpdir(), "deckhand-net-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const socketPath = join(folder, "proxy");
    if (Buffer.byteLength(socketPath) > MOST_PATH_BYTES) throw tooLong(folder);
    await listening(server, { path: socketPath });
    await chmod(socketPath, 0o600);
    return { at: { socketPath }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Listens on a free port of loopback. */
export async function listenOnLoopback(server: Server): Promise<Listening> {
  await listening(server, { host: "127.0.0.1", port: 0 });
  const { port } = server.address() as AddressInfo;
  return { at: { port }, remove: () => Promise.resolve() };
}

function listening(
  server: Server,
  place: { readonly path: string } | { readonly host: string; readonly port: number },
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(place, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function tooLong(folder: string): Fault {
  return new Fault("unavailable", `The path ${folder} is too long for a socket.`, {
    hint: "Set TMPDIR to a folder with a shorter path.",
  });
}
