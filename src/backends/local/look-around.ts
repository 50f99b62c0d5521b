import { readdir } from "node:fs/promises";
import { type DirChild, FsFault, type FsStat, isFsFault } from "../../kernel/index.ts";
import { plainPath } from "../plain-path.ts";
import type { Confinement } from "./confinement.ts";
import { toFsStat } from "./file-facts.ts";
import { toFsFault } from "./fs-faults.ts";
import { withTarget } from "./target.ts";

/** Looks at a path itself, without following a link in its last name. */
export async function statPath(confinement: Confinement, path: string): Promise<FsStat> {
  const place = { syscall: "stat", path };
  const plain = plainPath(path, place);
  if (confinement.isRoot(plain)) return statRoot(confinement, plain);
  return withTarget(confinement, plain, place, ({ stat }) => {
    if (stat === undefined) throw new FsFault("ENOENT", place);
    return Promise.resolve(toFsStat(stat));
  });
}

async function statRoot(confinement: Confinement, root: string): Promise<FsStat> {
  const { handle } = await confinement.openInside(root, { syscall: "stat", path: root });
  try {
    return toFsStat(await handle.stat({ bigint: true }));
  } finally {
    await handle.close();
  }
}

/** Tells whether something is at a path; what lies outside the roots does not exist. */
export async function pathExists(confinement: Confinement, path: string): Promise<boolean> {
  try {
    await statPath(confinement, path);
    return true;
  } catch (error) {
    if (isFsFault(error, "ENOENT", "ENOTDIR", "ELOOP", "EACCES", "EINVAL", "ENAMETOOLONG")) return false;
    throw error;
  }
}

/** Lists a folder by name. */
export async function listFolder(confinement: Confinement, path: string): Promise<readonly DirChild[]> {
  const place = { syscall: "scandir", path };
  const folder = await confinement.openFolder(plainPath(path, place), place);
  try {
    const children = await readdir(confinement.ways.itself(folder), { withFileTypes: true });
    return children
      .map((child) => ({
        name: child.name,
        isDirectory: child.isDirectory(),
        isSymlink: child.isSymbolicLink(),
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw toFsFault(error, place);
  } finally {
    await folder.handle.close();
  }
}
