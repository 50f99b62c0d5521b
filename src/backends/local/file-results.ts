import { randomBytes } from "node:crypto";
import { dirname, join, relative } from "node:path";
import {
  type Fs,
  isFsFault,
  isResultHandle,
  type ResultHandle,
  type ResultStore,
} from "../../kernel/index.ts";
import { noSuchResult } from "../memory/results.ts";
import { contains, createConfinement } from "./confinement.ts";
import { createConfinedFs } from "./local-fs.ts";

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
      const { fs, real } = reach(folder);
      await makeReady(fs, real);
      await prune(fs, real, bytes.length, limits);
      const id = randomBytes(16).toString("hex");
      await fs.replace(join(real, id), bytes, { expect: "absent", mode: 0o600 });
      return `${PREFIX}${id}`;
    },
    open: async (handle) => {
      const id = idOf(handle);
      const { fs, real } = reach(folder);
      const file = await fs.open(join(real, id)).catch((error: unknown) => {
        throw isFsFault(error, "ENOENT", "ENOTDIR") ? noSuchResult(handle) : error;
      });
      if (file.path === join(real, id)) return { ...file, path: handle };
      await file.close();
      throw noSuchResult(handle);
    },
  };
}

/** The folder without links, and an Fs that writes nowhere else: a planted link in it leads to no other file. */
function reach(folder: string): { readonly fs: Fs; readonly real: string } {
  const workspace = dirname(dirname(folder));
  const confinement = createConfinement([workspace]);
  const real = join(confinement.roots[0] ?? workspace, relative(workspace, folder));
  const refuseWrite = (path: string): string | undefined =>
    contains(dirname(real), path) ? undefined : `results are kept in ${dirname(real)} only`;
  return { fs: createConfinedFs(confinement, refuseWrite), real };
}

/** Ids are ours alone: anything else cannot name a file. */
function idOf(handle: ResultHandle): string {
  const id = handle.slice(PREFIX.length);
  if (!isResultHandle(handle) || !ID.test(id)) throw noSuchResult(handle);
  return id;
}

async function makeReady(fs: Fs, folder: string): Promise<void> {
  await fs.mkdir(folder);
  const ignoreFile = join(dirname(folder), ".gitignore");
  await fs.replace(ignoreFile, Buffer.from("*\n"), { expect: "absent" }).catch((error: unknown) => {
    if (!isFsFault(error, "EEXIST")) throw error;
  });
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
