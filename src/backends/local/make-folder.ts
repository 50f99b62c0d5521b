import { mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { FsFault, type FsFaultPlace, isFsFault } from "../../kernel/index.ts";
import { printablePath } from "../plain-path.ts";
import type { Opened } from "./descriptor-ways.ts";
import { failedWith, toFsFault } from "./fs-faults.ts";
import { refuseChange } from "./refuse-change.ts";
import type { WriteGround } from "./replace-file.ts";

/** Makes a folder and its missing parents, each one inside a parent that was verified. */
export async function makeFolder(ground: WriteGround, path: string): Promise<void> {
  const place = { syscall: "mkdir", path };
  const made = await openOrMake(ground, printablePath(path, place), "", place);
  await made.handle.close();
}

/** `below` is what is still to be made in it: the rule judges the folder that is wanted, not those on the way. */
async function openOrMake(
  ground: WriteGround,
  path: string,
  below: string,
  place: FsFaultPlace,
): Promise<Opened> {
  const { confinement } = ground;
  try {
    return await confinement.openFolder(path, place);
  } catch (error) {
    if (isFsFault(error, "ENOTDIR")) throw await notAFolder(ground, path, place);
    if (!isFsFault(error, "ENOENT")) throw error;
  }
  const name = basename(path);
  const parent = await openOrMake(ground, dirname(path), join(name, below), place);
  try {
    refuseChange(ground, [join(path, below), join(parent.real, name, below)], place);
    return await makeIn(ground, parent, name, place);
  } finally {
    await parent.handle.close();
  }
}

async function makeIn(
  { confinement }: WriteGround,
  parent: Opened,
  name: string,
  place: FsFaultPlace,
): Promise<Opened> {
  const at = confinement.ways.inside(parent, name);
  await mkdir(at).catch((error: unknown) => {
    // Somebody else made it first, which is as good.
    if (!failedWith(error, "EEXIST")) throw toFsFault(error, place);
  });
  return confinement.openFolder(at, place);
}

/** A file in the folder's own place exists already; one further up is no folder. */
async function notAFolder({ confinement }: WriteGround, path: string, place: FsFaultPlace): Promise<FsFault> {
  try {
    const file = await confinement.openInside(path, place);
    await file.handle.close();
    return new FsFault("EEXIST", place);
  } catch {
    return new FsFault("ENOTDIR", place);
  }
}
