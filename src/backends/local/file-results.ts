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
  const makeRoom = createRoomMaker(limits);
  return {
    keep: async (bytes) => {
      const own = ownFolder(folder);
      const { fs, real } = own;
      await makeOwnFolder(own);
      const id = randomBytes(16).toString("hex");
      const path = join(real, id);
      await makeRoom(own, { path, size: bytes.length });
      await fs.replace(path, bytes, { expect: "absent", mode: 0o600 });
      return `${PREFIX}${id}`;
    },
    begin: async () => {
      const own = ownFolder(folder);
      await makeOwnFolder(own);
      return openDraft(own, (coming) => makeRoom(own, coming));
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

/** Throws away results of a workspace that are too old or too many, the oldest first; says how many. */
export async function pruneFileResults(folder: string, limits: FileResultsLimits = {}): Promise<number> {
  const own = ownFolder(folder);
  const kept = await keptIn(own).catch((error: unknown) => {
    if (isFsFault(error, "ENOENT", "ENOTDIR")) return [];
    throw error;
  });
  return (await prune(own, kept, limits)).removed;
}

/** A result for which there is to be room, whether it is there already or not. */
type Coming = Pick<Kept, "path" | "size">;

type MakeRoom = (own: OwnFolder, coming: Coming) => Promise<void>;

/** Looks through the folder at first, and then only when it must have become too full, or after a while. */
function createRoomMaker(limits: FileResultsLimits): MakeRoom {
  const { maxTotalBytes = TOTAL_BYTES } = limits;
  let total = Infinity;
  let looked = -Infinity;
  return async (own, coming) => {
    total += coming.size;
    if (total <= maxTotalBytes && performance.now() - looked < LOOK_AGAIN_MS) return;
    looked = performance.now();
    ({ total } = await prune(own, await keptIn(own), limits, coming));
  };
}

const LOOK_AGAIN_MS = 3_600_000;

/** The file has its final name from the start, which nobody knows before the end. */
async function openDraft(
  { confinement, fs, real }: OwnFolder,
  makeRoom: (coming: Coming) => Promise<void>,
): Promise<ResultDraft> {
  const id = randomBytes(16).toString("hex");
  const path = join(real, id);
  const file = await createFile(confinement, path);
  let size = 0;
  return {
    write: async (chunk) => {
      await writeAll(file, [chunk]);
      size += chunk.length;
    },
    finish: async () => {
      await file.close();
      await makeRoom({ path, size });
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

interface Kept {
  readonly path: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** What is too old goes, then the oldest until what comes fits. */
async function prune(
  { fs }: OwnFolder,
  kept: readonly Kept[],
  { maxAgeMs = WEEK_MS, maxTotalBytes = TOTAL_BYTES }: FileResultsLimits,
  coming: Coming = { path: "", size: 0 },
): Promise<{ readonly total: number; readonly removed: number }> {
  const others = kept.filter(({ path }) => path !== coming.path);
  let total = coming.size;
  let removed = 0;
  let isFull = false;
  for (const { path, size, modifiedMs } of others.toSorted((a, b) => b.modifiedMs - a.modifiedMs)) {
    isFull ||= total + size > maxTotalBytes;
    if (!isFull && Date.now() - modifiedMs <= maxAgeMs) total += size;
    else if (await isRemoved(fs, path)) removed += 1;
  }
  return { total, removed };
}

/** What cannot be removed is no reason to lose the new one. */
async function isRemoved(fs: Fs, path: string): Promise<boolean> {
  return fs.rm(path).then(
    () => true,
    () => false,
  );
}

async function keptIn({ fs, real }: OwnFolder): Promise<readonly Kept[]> {
  const names = (await fs.readdir(real)).map(({ name }) => name).filter((name) => ID.test(name));
  const kept = names.map(async (name) => {
    const path = join(real, name);
    const stat = await fs.stat(path).catch(() => undefined);
    return stat === undefined ? [] : [{ path, size: stat.size, modifiedMs: stat.modifiedMs }];
  });
  return (await Promise.all(kept)).flat();
}
