import { closeSync, constants, openSync, readdirSync } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { type DirChild, type Fs, FsFault } from "../../../kernel/index.ts";
import { type Descriptors, tellingDescriptors } from "../descriptors.ts";

/** Lists a folder: at once, except when others should get their turn. */
export type ListFolder = (folder: string) => DirChild[] | Promise<readonly DirChild[]>;

/** A faster way to local folders than the confined Fs, for walks that start at a checked root and follow no link. */
export interface QuickReach {
  /** Prepares to list what is below a root that the Fs has just listed; folders keep the root's spelling. */
  below(fs: Fs, root: string): Promise<ListFolder>;
  /** Reads the rule files of the folders above the root, which no Fs that ends at the root can see. */
  readonly readAbove: Fs["readText"];
}

/** How long folders are listed in one go before others get their turn. */
const STRETCH_MS = 15;

/** Makes a reach for one walk. */
export function createQuickReach(): QuickReach {
  return {
    async below(fs, root) {
      const list = await listerBelow(fs, root);
      let restedAt = performance.now();
      return (folder) => {
        // Blocking, because for a folder at hand the way to a thread and back costs more than the work.
        if (performance.now() - restedAt < STRETCH_MS) return list(folder);
        return setImmediate().then(() => {
          restedAt = performance.now();
          return list(folder);
        });
      };
    },
    readAbove: async (path) => ((await stat(path)).isFile() ? readFile(path, "utf8") : ""),
  };
}

/** Lists folders below a root; where the system tells, each only if it is where its path says. */
async function listerBelow(fs: Fs, root: string): Promise<(folder: string) => DirChild[]> {
  const descriptors = tellingDescriptors();
  if (descriptors === undefined) return childrenOf;
  const real = withoutSlash(await agreedPath(fs, root));
  const { length } = withoutSlash(root);
  return (folder) => listAt(real + folder.slice(length), descriptors);
}

/** The path of a root without links, which the Fs must agree to as well. */
async function agreedPath(fs: Fs, root: string): Promise<string> {
  const real = await realpath(root).catch(() => undefined);
  if (real === undefined) throw new FsFault("ENOENT", { syscall: "scandir", path: root });
  await fs.stat(real);
  return real;
}

function withoutSlash(root: string): string {
  return root === "/" ? "" : root;
}

/** Linux's O_PATH, which Node does not name: it holds on to a folder without opening it to be read. */
const O_PATH = 0o10000000;

function listAt(path: string, descriptors: Descriptors): DirChild[] {
  const folder = openSync(path, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    if (descriptors.isAt(path, folder)) return childrenOf(descriptors.pathTo(folder));
    throw new FsFault("ENOENT", { syscall: "scandir", path });
  } finally {
    closeSync(folder);
  }
}

function childrenOf(path: string): DirChild[] {
  return readdirSync(path, { withFileTypes: true }).map((child) => ({
    name: child.name,
    isDirectory: child.isDirectory(),
    isSymlink: child.isSymbolicLink(),
  }));
}
