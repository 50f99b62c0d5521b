import { constants, open, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { FsFault, type FsFaultPlace, isFsFault, type RemoveOptions } from "../../kernel/index.ts";
import { contains, plainPathToChange } from "./confinement.ts";
import { forbiddenFault } from "./fs-faults.ts";
import type { WriteGround } from "./replace-file.ts";
import { type Target, withTarget } from "./target.ts";

/** Removes a name: a file, a link itself, or with `recursive` a folder and all below it. */
export async function remove(ground: WriteGround, path: string, options: RemoveOptions = {}): Promise<void> {
  const place = { syscall: "rm", path };
  const plain = plainPathToChange(path, place);
  if (ground.confinement.isRoot(plain)) throw rootFault(place);
  try {
    await withTarget(ground.confinement, plain, place, (target) =>
      removeTarget(ground, target, options, place),
    );
  } catch (error) {
    if (!(options.ignoreMissing === true && isFsFault(error, "ENOENT"))) throw error;
  }
}

async function removeTarget(
  ground: WriteGround,
  target: Target,
  { recursive = false }: RemoveOptions,
  place: FsFaultPlace,
): Promise<void> {
  if (target.stat === undefined) throw new FsFault("ENOENT", place);
  if (ground.confinement.roots.some((root) => contains(target.real, root))) throw rootFault(place);
  refuse(ground, target.real, place);
  if (!target.stat.isDirectory()) return unlink(target.at);
  if (!recursive) {
    throw new FsFault("EISDIR", place, { hint: "A folder is removed only with the recursive option." });
  }
  await eachBelow(ground, target, async ({ real }) => refuse(ground, real, place));
  await eachBelow(ground, target, ({ at, isFolder }) => (isFolder ? rmdir(at) : unlink(at)));
  await rmdir(target.at);
}

/** Where an entry is reached, and where it really is. */
interface Entry {
  readonly at: string;
  readonly real: string;
  readonly isFolder: boolean;
}

/** Visits everything below a folder, the deepest first; links are visited, never followed. */
async function eachBelow(
  ground: WriteGround,
  { at, real }: Pick<Entry, "at" | "real">,
  visit: (entry: Entry) => Promise<void>,
): Promise<void> {
  const { ways } = ground.confinement;
  const handle = await open(at, ways.lookFlags | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const folder = { handle, real };
    for (const child of await readdir(ways.itself(folder), { withFileTypes: true })) {
      const entry = {
        at: ways.inside(folder, child.name),
        real: join(real, child.name),
        isFolder: child.isDirectory(),
      };
      if (entry.isFolder) await eachBelow(ground, entry, visit);
      await visit(entry);
    }
  } finally {
    await handle.close();
  }
}

function refuse({ refuseWrite }: WriteGround, real: string, place: FsFaultPlace): void {
  const reason = refuseWrite(real);
  if (reason !== undefined) throw forbiddenFault(place, `${reason} (${real})`);
}

function rootFault(place: FsFaultPlace): FsFault {
  return forbiddenFault(place, "a workspace folder itself is never removed");
}
