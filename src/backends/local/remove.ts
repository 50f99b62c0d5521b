import type { PathLike } from "node:fs";
import { constants, open, readdir, rmdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { FsFault, type FsFaultPlace, isFsFault, type RemoveOptions } from "../../kernel/index.ts";
import { printablePath } from "../plain-path.ts";
import { contains } from "./confinement.ts";
import { forbiddenFault } from "./fs-faults.ts";
import { refuseChange } from "./refuse-change.ts";
import type { WriteGround } from "./replace-file.ts";
import { type Target, withTarget } from "./target.ts";

/** Removes a name: a file, a link itself, or with `recursive` a folder and all below it. */
export async function remove(ground: WriteGround, path: string, options: RemoveOptions = {}): Promise<void> {
  const place = { syscall: "rm", path };
  const plain = printablePath(path, place);
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
  refuseChange(ground, target.names, place);
  if (!target.stat.isDirectory()) return unlink(target.at);
  if (!recursive) {
    throw new FsFault("EISDIR", place, { hint: "A folder is removed only with the recursive option." });
  }
  await eachBelow(ground, target, async ({ real }) => refuseChange(ground, [real], place));
  await eachBelow(ground, target, ({ at, isFolder }) => (isFolder ? rmdir(at) : unlink(at)));
  await rmdir(target.at);
}

/** Where an entry is reached, and where it really is. */
interface Entry {
  readonly at: PathLike;
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
    const way = ways.itself(folder);
    // As bytes: a name that is no UTF-8 could not be found again by its text.
    for (const child of await readdir(way, { withFileTypes: true, encoding: "buffer" })) {
      const entry = {
        at: Buffer.concat([Buffer.from(`${way}/`), child.name]),
        real: join(real, child.name.toString("utf8")),
        isFolder: child.isDirectory(),
      };
      if (entry.isFolder) await eachBelow(ground, entry, visit);
      await visit(entry);
    }
  } finally {
    await handle.close();
  }
}

function rootFault(place: FsFaultPlace): FsFault {
  return forbiddenFault(place, "a workspace folder itself is never removed");
}
