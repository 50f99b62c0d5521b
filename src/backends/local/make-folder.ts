import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FsFault, type FsFaultPlace, isFsFault } from "../../kernel/index.ts";
import { plainPathToChange } from "./confinement.ts";
import type { Opened } from "./descriptor-ways.ts";
import { failedWith, forbiddenFault, toFsFault } from "./fs-faults.ts";
import type { WriteGround } from "./replace-file.ts";

/** Makes a folder and its missing parents, each one inside a parent that was verified. */
export async function makeFolder(ground: WriteGround, path: string): Promise<void> {
  const place = { syscall: "mkdir", path };
  const made = await openOrMake(ground, plainPathToChange(path, place), place);
  await made.handle.close();
}

async function openOrMake(ground: WriteGround, path: string, place: FsFaultPlace): Promise<Opened> {
  const { confinement } = ground;
  try {
    return await confinement.openFolder(path, place);
  } catch (error) {
    if (isFsFault(error, "ENOTDIR")) throw await notAFolder(ground, path, place);
    if (!isFsFault(error, "ENOENT")) throw error;
  }
  const parent = await openOrMake(ground, dirname(path), place);
  try {
    return await makeIn(ground, parent, path.slice(path.lastIndexOf("/") + 1), place);
  } finally {
    await parent.handle.close();
  }
}

async function makeIn(
  { confinement, refuseWrite }: WriteGround,
  parent: Opened,
  name: string,
  place: FsFaultPlace,
): Promise<Opened> {
  const reason = refuseWrite(join(parent.real, name));
  if (reason !== undefined) throw forbiddenFault(place, reason);
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
