import { randomBytes } from "node:crypto";
import { join } from "node:path";
import {
  type Fs,
  isFsFault,
  isResultHandle,
  type ResultDraft,
  type ResultHandle,
  type ResultStore,
} from "../../kernel/index.ts";
import { noSuchResult } from "../memory/results.ts";
import { makeOwnFolder, type OwnFolder, ownFolder } from "./own-folder.ts";
import { createFile, writeAll } from "./temp-file.ts";

/** How long and how much is kept. */
export interface FileResultsLimits {
  readonly maxAgeMs?: number;
  readonly maxTotalBytes?: number;
}

const WEEK_MS = 7 * 24 * 3_600_000;
const TOTAL_BYTES = 256 * 1024 * 1024;
const PREFIX = "deckhand://result/";
const ID = /^[0-9a-f]{32}$/;

/** Kept results as files in a folder `<workspace>/.deckhand/results`, which is made when the first one comes. */
export function createFileResults(folder: string, limits: FileResultsLimits = {}): ResultStore {
  return {
    keep: async (bytes) => {
      const own = ownFolder(folder);
      const { fs, real } = own;
      await makeOwnFolder(own);
      await prune(fs, real, bytes.length, limits);
      const id = randomBytes(16).toString("hex");
      await fs.replace(join(real, id), bytes, { expect: "absent", mode: 0o600 });
      return `${PREFIX}${id}`;
    },
    begin: async () => {
      const own = ownFolder(folder);
      await makeOwnFolder(own);
      await prune(own.fs, own.real, 0, limits);
      return openDraft(own, () => prune(own.fs, own.real, 0, limits));
    },
    open: async (handle) => {
      const id = idOf(handle);
      const { fs, real } = ownFolder(folder);
      const file = await fs.open(join(real, id)).catch((error: unknown) => {
        throw isFsFault(error, "ENOENT", "ENOTDIR") ? noSuchResult(handle) : error;
      });
      if (file.path === join(real, id)) return { ...file, path: handle };
      await file.close();
      throw noSuchResult(handle);
    },
  };
}

/** The file has its final name from the start, which nobody knows before the end. */
async function openDraft(
  { confinement, fs, real }: OwnFolder,
  makeRoom: () => Promise<void>,
): Promise<ResultDraft> {
  const id = randomBytes(16).toString("hex");
  const path = join(real, id);
  const file = await createFile(confinement, path);
  return {
    write: (chunk) => writeAll(file, [chunk]),
    finish: async () => {
      await file.close();
      await makeRoom();
      return `${PREFIX}${id}`;
    },
    drop: async () => {
      await file.close();
      await fs.rm(path);
    },
  };
}

/** Ids are ours alone: anything else cannot name a file. */
function idOf(handle: ResultHandle): string {
  const id = handle.slice(PREFIX.length);
  if (!isResultHandle(handle) || !ID.test(id)) throw noSuchResult(handle);
  return id;
}

/** Makes room: what is too old goes, then the oldest until the new one fits. */
async function prune(fs: Fs, folder: string, coming: number, limits: FileResultsLimits): Promise<void> {
  const { maxAgeMs = WEEK_MS, maxTotalBytes = TOTAL_BYTES } = limits;
  const newestFirst = (await keptIn(fs, folder)).toSorted((a, b) => b.modifiedMs - a.modifiedMs);
  let total = coming;
  for (const { path, size, modifiedMs } of newestFirst) {
    total += size;
    const isKept = total <= maxTotalBytes && Date.now() - modifiedMs <= maxAgeMs;
    // What cannot be removed is no reason to lose the new one.
    if (!isKept) await fs.rm(path).catch(() => undefined);
  }
}

async function keptIn(fs: Fs, folder: string) {
  const names = (await fs.readdir(folder)).map(({ name }) => name).filter((name) => ID.test(name));
  const kept = names.map(async (name) => {
    const path = join(folder, name);
    const stat = await fs.stat(path).catch(() => undefined);
    return stat === undefined ? [] : [{ path, size: stat.size, modifiedMs: stat.modifiedMs }];
  });
  return (await Promise.all(kept)).flat();
}
