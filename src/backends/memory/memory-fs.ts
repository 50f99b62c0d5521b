import { posix } from "node:path";
import { type Clock, type Fs, systemClock } from "../../kernel/index.ts";
import { linkIn, makeFolderIn, removeIn, replaceIn } from "./change-volume.ts";
import { copyBytes } from "./copy-bytes.ts";
import { openBytes } from "./open-bytes.ts";
import { childrenIn, existsIn, fileIn, linkTargetIn, placeIn, statIn } from "./read-volume.ts";
import { createVolume } from "./volume.ts";

/** Whole files by their absolute path. */
export type MemoryFiles = Readonly<Record<string, string | Uint8Array>>;

/** How a memory Fs is confined and what time it goes by. */
export interface MemoryFsOptions {
  /** The folders everything must stay in, which are created; the whole tree by default. */
  readonly roots?: readonly string[];
  /** Folders that exist from the start, beside those the files need. */
  readonly folders?: readonly string[];
  readonly clock?: Clock;
}

/** What a shell does to files beyond the seam. */
export interface LinkingFs extends Fs {
  symlink(target: string, path: string): Promise<void>;
  readlink(path: string): Promise<string>;
  realpath(path: string): Promise<string>;
  /** Sets when something was last changed. */
  touch(path: string, modifiedMs: number): Promise<void>;
}

/** An Fs in memory. */
export type MemoryFs = LinkingFs;

/** Builds an Fs that lives in memory only. */
export function createMemoryFs(files: MemoryFiles = {}, options: MemoryFsOptions = {}): MemoryFs {
  const { roots = ["/"], folders = [], clock = systemClock } = options;
  const volume = createVolume(
    roots.map((root) => posix.resolve("/", root)),
    () => clock.now(),
  );
  for (const path of folders) makeFolderIn(volume, path);
  for (const [path, data] of Object.entries(files)) {
    makeFolderIn(volume, posix.dirname(path));
    replaceIn(volume, path, copyBytes(data));
  }
  // Every method does its work in one step, so that no other call can come in between.
  return {
    readText: async (path) => Buffer.from(fileIn(volume, path).node.bytes).toString("utf8"),
    readBytes: async (path) => fileIn(volume, path).node.bytes.slice(),
    writeFile: async (path, data) => void replaceIn(volume, path, copyBytes(data)),
    stat: async (path) => statIn(volume, path),
    readdir: async (path) => childrenIn(volume, path),
    mkdir: async (path) => makeFolderIn(volume, path),
    rm: async (path, how) => removeIn(volume, path, how),
    exists: async (path) => existsIn(volume, path),
    open: async (path) => {
      const { path: opened, node } = fileIn(volume, path);
      const { identity, mode } = node;
      return openBytes(node.bytes, { path: opened, identity, mode, links: 1 });
    },
    replace: async (path, bytes, how) => replaceIn(volume, path, copyBytes(bytes), how),
    symlink: async (target, path) => linkIn(volume, path, target),
    readlink: async (path) => linkTargetIn(volume, path),
    realpath: async (path) => placeIn(volume, path, "realpath").path,
    touch: async (path, modifiedMs) => {
      placeIn(volume, path, "utime").node.modifiedMs = modifiedMs;
    },
  };
}
