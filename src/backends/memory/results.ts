import { randomBytes } from "node:crypto";
import {
  digestOf,
  Fault,
  type ResultDraft,
  type ResultHandle,
  type ResultStore,
} from "../../kernel/index.ts";
import { copyBytes } from "./copy-bytes.ts";
import { openBytes, type OpenedAs } from "./open-bytes.ts";

/** Kept results that end with the process. */
export function createMemoryResults(): ResultStore {
  const kept = new Map<ResultHandle, Uint8Array>();
  const keep = (bytes: Uint8Array): Promise<ResultHandle> => {
    const handle: ResultHandle = `deckhand://result/${randomBytes(8).toString("hex")}`;
    kept.set(handle, copyBytes(bytes));
    return Promise.resolve(handle);
  };
  return {
    keep,
    begin: () => Promise.resolve(createDraft(keep)),
    open: (handle) => {
      const bytes = kept.get(handle);
      return bytes === undefined
        ? Promise.reject(noSuchResult(handle))
        : Promise.resolve(openBytes(bytes, asKept(handle, bytes)));
    },
  };
}

function createDraft(keep: ResultStore["keep"]): ResultDraft {
  const pieces: Uint8Array[] = [];
  return {
    write: (chunk) => {
      pieces.push(copyBytes(chunk));
      return Promise.resolve();
    },
    finish: () => keep(Buffer.concat(pieces)),
    drop: () => {
      pieces.length = 0;
      return Promise.resolve();
    },
  };
}

/** The fault for a handle nobody keeps. */
export function noSuchResult(handle: string): Fault {
  return new Fault("not_found", `There is no kept result ${handle}.`, {
    hint: "It may have been pruned, or belong to another session: repeat the call that produced it.",
  });
}

function asKept(handle: ResultHandle, bytes: Uint8Array): OpenedAs {
  return { path: handle, identity: `id:${digestOf(bytes)}`, mode: 0o444, links: 1 };
}
