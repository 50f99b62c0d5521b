import { posix } from "node:path";
import { type DirChild, type Fs, FsFault } from "../../kernel/index.ts";
import { lookBelow } from "./look-below.ts";
import type { Absent, Below, Stage, Staged } from "./staged.ts";

/** What a path means in a stage: something staged, or something of the Fs below. */
export interface Sight {
  /** The path the stage knows it by. */
  readonly key: string;
  readonly staged: Staged | undefined;
  /** What the Fs below has, or had when this was first changed. */
  readonly below: Below;
}

/** Looks at a plain path through the stage. */
export async function look(lower: Fs, stage: Stage, path: string, follow: boolean): Promise<Sight> {
  const hidden = hiddenBy(stage, path);
  const staged = hidden?.errno === "ENOTDIR" ? undefined : stage.get(path);
  if (staged !== undefined) return { key: path, staged, below: staged.below };
  if (hidden !== undefined) return { key: path, staged, below: hidden };
  const below = await lookBelow(lower, path, follow);
  const key = below.kind === "file" ? below.path : path;
  const aliased = stage.get(key);
  return { key, staged: aliased, below: aliased?.below ?? below };
}

/** Under a staged file, a removed folder or a newly made one, nothing of the Fs below shows. */
function hiddenBy(stage: Stage, path: string): Absent | undefined {
  let hidden: Absent | undefined;
  for (let folder = posix.dirname(path); folder !== "/"; folder = posix.dirname(folder)) {
    const staged = stage.get(folder);
    if (staged?.kind === "file") return { kind: "absent", errno: "ENOTDIR" };
    if (staged !== undefined) hidden = { kind: "absent", errno: "ENOENT" };
  }
  return hidden;
}

/** What a sight is, whichever layer it comes from. */
export function kindOf({ staged, below }: Sight): Below["kind"] {
  if (staged === undefined) return below.kind;
  return staged.kind === "gone" ? "absent" : staged.kind;
}

/** The fault for a path where nothing is. */
export function missing({ staged, below }: Sight, syscall: string, path: string): FsFault {
  const errno = staged === undefined && below.kind === "absent" ? below.errno : "ENOENT";
  return new FsFault(errno, { syscall, path });
}

/** Lists a folder as both layers together show it. */
export async function childrenOf(
  lower: Fs,
  stage: Stage,
  sight: Sight,
  path: string,
): Promise<readonly DirChild[]> {
  const found = kindOf(sight);
  if (found === "absent") throw missing(sight, "scandir", path);
  if (found === "file") throw new FsFault("ENOTDIR", { syscall: "scandir", path });
  const shining = sight.staged === undefined ? await stillThere(lower, stage, sight.key) : [];
  const children = new Map(shining.map((child) => [child.name, child]));
  for (const [key, { kind }] of stage) {
    const name = posix.basename(key);
    if (kind === "gone" || posix.dirname(key) !== sight.key) continue;
    children.set(name, { name, isDirectory: kind === "folder" });
  }
  return [...children.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The children of a folder below that were not removed, whatever spelling of their path removed them. */
async function stillThere(lower: Fs, stage: Stage, folder: string): Promise<readonly DirChild[]> {
  const removed = new Set<string>();
  for (const [key, { kind }] of stage) if (kind === "gone") removed.add(posix.basename(key));
  const children: DirChild[] = [];
  for (const child of await lower.readdir(folder)) {
    const isGone =
      removed.has(child.name) &&
      kindOf(await look(lower, stage, posix.join(folder, child.name), false)) === "absent";
    if (!isGone) children.push(child);
  }
  return children;
}
