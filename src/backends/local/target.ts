import type { BigIntStats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { join } from "node:path";
import { FsFault, type FsFaultPlace } from "../../kernel/index.ts";
import type { Confinement } from "./confinement.ts";
import type { Opened } from "./descriptor-ways.ts";
import { failedWith, toFsFault } from "./fs-faults.ts";

/** A name in a verified open folder, and what is there now. */
export interface Target {
  readonly folder: Opened;
  readonly name: string;
  /** The path to work with, which reaches the name through the open folder. */
  readonly at: string;
  /** The path for people. */
  readonly real: string;
  /** The paths for rules: as it was spelled, every link on the way, and the real one. */
  readonly names: readonly string[];
  readonly stat: BigIntStats | undefined;
}

/** Opens the folder a path's last name is in, uses the name, and closes the folder. */
export async function withTarget<T>(
  confinement: Confinement,
  path: string,
  place: FsFaultPlace,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  return closing(await openTarget(confinement, path, place), place, use);
}

const MAX_LINKS = 40;

/** The same, but follows links to the name they finally mean, which must be inside the roots as well. */
export async function withFinalTarget<T>(
  confinement: Confinement,
  path: string,
  place: FsFaultPlace,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  const names: string[] = [];
  let at = path;
  for (let hops = 0; hops <= MAX_LINKS; hops += 1) {
    const target = await openTarget(confinement, at, place);
    names.push(...target.names);
    if (!target.stat?.isSymbolicLink()) return closing({ ...target, names }, place, use);
    at = await closing(target, place, pointedTo);
  }
  throw new FsFault("ELOOP", place);
}

async function openTarget(confinement: Confinement, path: string, place: FsFaultPlace): Promise<Target> {
  const cut = path.lastIndexOf("/");
  const name = path.slice(cut + 1);
  // Such a name cannot be worked with from its parent, and means a folder in any case.
  if (name === "" || name === "." || name === ".." || confinement.isRoot(path)) {
    throw new FsFault("EISDIR", place);
  }
  const folder = await confinement.openFolder(path.slice(0, cut) || "/", place);
  const at = confinement.ways.inside(folder, name);
  try {
    const real = join(folder.real, name);
    return { folder, name, at, real, names: [path, real], stat: await tryLstat(at) };
  } catch (error) {
    await folder.handle.close();
    throw toFsFault(error, place);
  }
}

/** What is at a path, or undefined when nothing is. */
export async function tryLstat(path: string): Promise<BigIntStats | undefined> {
  try {
    return await lstat(path, { bigint: true });
  } catch (error) {
    if (failedWith(error, "ENOENT")) return undefined;
    throw error;
  }
}

async function closing<T>(
  target: Target,
  place: FsFaultPlace,
  use: (target: Target) => Promise<T>,
): Promise<T> {
  try {
    return await use(target);
  } catch (error) {
    throw toFsFault(error, place);
  } finally {
    await target.folder.handle.close();
  }
}

/** A link's text, anchored but not resolved: the system itself follows the folders in it. */
async function pointedTo(link: Target): Promise<string> {
  const text = await readlink(link.at);
  return text.startsWith("/") ? text : `${link.folder.real}/${text}`;
}
