import { realpathSync } from "node:fs";
import { constants, open } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { type Fault, FsFault, type FsFaultPlace, isFsFault } from "../../kernel/index.ts";
import { type DescriptorWays, descriptorWays, type Opened } from "./descriptor-ways.ts";
import { outsideFault, toFsFault } from "./fs-faults.ts";

/** Opens things, and hands out only what turned out to lie inside the roots. */
export interface Confinement {
  readonly ways: DescriptorWays;
  readonly roots: readonly string[];
  /** True for a root by its real path or as it was first spelled. */
  isRoot(path: string): boolean;
  openInside(path: string, place: FsFaultPlace): Promise<Opened>;
  openFolder(path: string, place: FsFaultPlace): Promise<Opened>;
}

/** How often a path that keeps changing its meaning is opened again. */
const TRIES = 100;

/** Confines paths to roots, which are resolved once, here: a root may itself be a link. */
export function createConfinement(
  spelledRoots: readonly string[],
  ways: DescriptorWays = descriptorWays(),
): Confinement {
  const roots = spelledRoots.map(realRoot);
  const spellings = new Set([...roots, ...spelledRoots.map((root) => resolve(root))]);
  return {
    ways,
    roots,
    isRoot: (path) => spellings.has(path),
    openInside: (path, place) => openInside(path, place, 0),
    openFolder: (path, place) => openInside(path, place, constants.O_DIRECTORY),
  };

  async function openInside(path: string, place: FsFaultPlace, flags: number): Promise<Opened> {
    const opened = await openAnywhere(path, flags).catch(async (error: unknown) => {
      throw await explain(error, path, place);
    });
    if (isInside(opened.real)) return opened;
    await opened.handle.close();
    throw outsideFault(place, roots);
  }

  async function openAnywhere(path: string, flags: number, triesLeft = TRIES): Promise<Opened> {
    const handle = await open(path, ways.lookFlags | flags);
    const real = await ways.realPath(handle, path).catch(async (error: unknown) => {
      await handle.close();
      throw error;
    });
    if (real !== undefined) return { handle, real };
    await handle.close();
    if (triesLeft === 0) throw new FsFault("EBUSY", { syscall: "open", path }, { hint: "Repeat the call." });
    return openAnywhere(path, flags, triesLeft - 1);
  }

  /** What is missing outside is "outside", not "missing": nobody learns what exists there. */
  async function explain(error: unknown, path: string, place: FsFaultPlace): Promise<Fault> {
    const fault = toFsFault(error, place);
    if (!isFsFault(fault, "ENOENT", "ENOTDIR", "EACCES", "ELOOP")) return fault;
    return isInside(await nearestReal(path)) ? fault : outsideFault(place, roots);
  }

  async function nearestReal(path: string): Promise<string> {
    const parent = dirname(path);
    if (parent === path) return path;
    try {
      const { handle, real } = await openAnywhere(parent, 0);
      await handle.close();
      return real;
    } catch {
      return nearestReal(parent);
    }
  }

  function isInside(real: string): boolean {
    return roots.some((root) => contains(root, real));
  }
}

/** Tells whether a real path is a folder's own or lies below it. */
export function contains(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}

function realRoot(root: string): string {
  try {
    return realpathSync(root);
  } catch (error) {
    throw toFsFault(error, { syscall: "realpath", path: root });
  }
}
