import { randomBytes } from "node:crypto";
import { digestOf, Fault, type FsFile, type ResultHandle, type ResultStore } from "../../kernel/index.ts";

/** Kept results that end with the process. */
export function createMemoryResults(): ResultStore {
  const kept = new Map<ResultHandle, Uint8Array>();
  return {
    keep: (bytes) => {
      const handle: ResultHandle = `deckhand://result/${randomBytes(8).toString("hex")}`;
      kept.set(handle, bytes.slice());
      return Promise.resolve(handle);
    },
    open: (handle) => {
      const bytes = kept.get(handle);
      return bytes === undefined
        ? Promise.reject(noSuchResult(handle))
        : Promise.resolve(openBytes(handle, bytes));
    },
  };
}

/** The fault for a handle nobody keeps. */
export function noSuchResult(handle: string): Fault {
  return new Fault("not_found", `There is no kept result ${handle}.`, {
    hint: "It may have been pruned, or belong to another session: repeat the call that produced it.",
  });
}

/** Bytes in memory as an open file. */
export function openBytes(path: string, bytes: Uint8Array): FsFile {
  return {
    path,
    identity: `id:${digestOf(bytes)}`,
    size: bytes.length,
    mode: 0o444,
    links: 1,
    read: (position, length) => Promise.resolve(bytes.subarray(position, position + length)),
    close: () => Promise.resolve(),
  };
}
