import {
  type FileIdentity,
  type Fs,
  FsFault,
  isFsFault,
  type Replaced,
  StaleFileFault,
} from "../../kernel/index.ts";
import type { Below, StagedFile } from "./staged.ts";

/** A step that was taken, and how to take it back. */
export interface DoneStep {
  readonly path: string;
  readonly written?: Replaced;
  readonly undo: () => Promise<void>;
}

/** One change of a commit. */
export type Step = (lower: Fs) => Promise<DoneStep>;

/** Writes a staged file, if what it replaces is still the same. */
export function writeBelow(path: string, { bytes, mode, below }: StagedFile): Step {
  return async (lower) => {
    const before = below.kind === "file" ? below : undefined;
    const kept = before && (await readExactly(lower, path, before.identity));
    const written = await lower
      .replace(path, bytes, { expect: before?.identity ?? "absent", ...(mode === undefined ? {} : { mode }) })
      .catch((error: unknown) => {
        throw isFsFault(error, "EEXIST") ? new StaleFileFault(path) : error;
      });
    const undo = async (): Promise<void> => {
      if (before === undefined || kept === undefined) await removeExactly(lower, path, written.identity);
      else await lower.replace(path, kept, { expect: written.identity, mode: before.mode });
    };
    return { path, written, undo };
  };
}

/** Makes a staged folder. */
export function makeFolderBelow(path: string): Step {
  return async (lower) => {
    await lower.mkdir(path);
    return { path, undo: () => removeUnlessFilled(lower, path) };
  };
}

/** Removes what was below; a folder must have become empty by then. */
export function removeBelow(path: string, below: Below): Step {
  return async (lower) => {
    if (below.kind === "folder") {
      await removeEmpty(lower, path);
      return { path, undo: () => lower.mkdir(path) };
    }
    if (below.kind === "file") {
      const kept = await readExactly(lower, path, below.identity);
      await lower.rm(path);
      const { mode } = below;
      return { path, undo: async () => void (await lower.replace(path, kept, { expect: "absent", mode })) };
    }
    await lower.rm(path);
    // No seam makes links or devices, so this one is gone for good.
    return { path, undo: () => Promise.reject(new FsFault("EPERM", { syscall: "symlink", path })) };
  };
}

async function readExactly(fs: Fs, path: string, identity: FileIdentity): Promise<Uint8Array> {
  const file = await fs.open(path);
  try {
    if (file.identity !== identity) throw new StaleFileFault(path);
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

async function removeExactly(fs: Fs, path: string, identity: FileIdentity): Promise<void> {
  const file = await fs.open(path);
  await file.close();
  if (file.identity !== identity) throw new StaleFileFault(path);
  await fs.rm(path);
}

/** A folder that others put something into meanwhile is theirs now. */
async function removeUnlessFilled(fs: Fs, path: string): Promise<void> {
  await removeEmpty(fs, path).catch((error: unknown) => {
    if (!(error instanceof StaleFileFault)) throw error;
  });
}

async function removeEmpty(fs: Fs, path: string): Promise<void> {
  if ((await fs.readdir(path)).length > 0) throw new StaleFileFault(path);
  await fs.rm(path, { recursive: true });
}
