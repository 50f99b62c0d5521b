import type { DirChild, Fs, FsFile } from "../../kernel/index.ts";
import { contains } from "../local/confinement.ts";
import { compareNames } from "../search/walk/compare-names.ts";
import { PRUNED } from "../search/walk/walk.ts";
import { createShelf, type Shelf } from "./shelf.ts";

/** Tells whether whoever walks is likely to open this file. */
export type IsLikely = (path: string, name: string) => boolean;

/** An Fs that is a few steps ahead of whoever walks through it in name order. */
export interface ReadAhead {
  readonly fs: Fs;
  /** Lets go of what was opened and not asked for. */
  close(): Promise<void>;
}

/** The folder that is being walked, or one above it. */
interface Place {
  readonly folders: Shelf<readonly DirChild[]>;
  readonly files: Shelf<FsFile>;
}

/** Opens what comes next in a folder together with what is asked for; all else goes straight through. */
export function createReadAhead(below: Fs, isLikely: IsLikely): ReadAhead {
  const places = new Map<string, Place>();
  const leaving = new Set<Promise<unknown>>();
  return {
    fs: {
      ...below,
      readdir: async (path) => {
        const shelf = places.get(parentOf(path))?.folders;
        const children = await (shelf?.holds(path) === true ? shelf.take(path) : below.readdir(path));
        leave((folder) => !contains(folder, path));
        places.set(path, placeOf(path, children));
        return children;
      },
      open: (path) => {
        const shelf = places.get(parentOf(path))?.files;
        return shelf?.holds(path) === true ? shelf.take(path) : below.open(path);
      },
    },
    close: async () => {
      leave(() => true);
      await Promise.all(leaving);
    },
  };

  function placeOf(folder: string, children: readonly DirChild[]): Place {
    const sorted = children.toSorted((a, b) => compareNames(a.name, b.name));
    const pathOf = ({ name }: DirChild): string => `${folder === "/" ? "" : folder}/${name}`;
    const folders = sorted.filter((child) => child.isDirectory && !isPruned(child.name));
    const files = sorted
      .filter((child) => !child.isDirectory && child.isSymlink !== true)
      .filter((child) => isLikely(pathOf(child), child.name));
    return {
      folders: createShelf(
        folders.map(pathOf),
        (path) => below.readdir(path),
        () => Promise.resolve(),
      ),
      files: createShelf(
        files.map(pathOf),
        (path) => below.open(path),
        (file) => file.close(),
      ),
    };
  }

  /** A walk does not come back to a folder it has left. */
  function leave(isLeft: (folder: string) => boolean): void {
    for (const [folder, { folders, files }] of places) {
      if (!isLeft(folder)) continue;
      places.delete(folder);
      const left = Promise.all([folders.drop(), files.drop()]).finally(() => leaving.delete(left));
      leaving.add(left);
    }
  }
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

function isPruned(name: string): boolean {
  return (PRUNED as readonly string[]).includes(name);
}
