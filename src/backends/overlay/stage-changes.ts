import { randomUUID } from "node:crypto";
import { posix } from "node:path";
import {
  type Fs,
  FsFault,
  isFsFault,
  type RemoveOptions,
  type Replaced,
  type ReplaceOptions,
  StaleFileFault,
} from "../../kernel/index.ts";
import { printablePath } from "../plain-path.ts";
import type { Staged } from "./staged.ts";
import { childrenOf, kindOf, look, missing, type Sight } from "./view.ts";

/** A stage that can be changed, and the Fs it lies over. */
export interface StagingGround {
  readonly lower: Fs;
  readonly stage: Map<string, Staged>;
}

/** Permission bits of a new file. */
export const NEW_FILE_MODE = 0o644;

/** Stages the whole content of a file; takes the bytes over without copying. */
export async function stageFile(
  ground: StagingGround,
  path: string,
  bytes: Uint8Array,
  { expect, mode }: ReplaceOptions = {},
): Promise<Replaced> {
  const place = { syscall: "open", path };
  const plain = printablePath(path, place);
  const sight = await look(ground.lower, ground.stage, plain, expect !== "absent");
  const kind = kindOf(sight);
  if (expect === "absent" && kind !== "absent") throw new FsFault("EEXIST", place);
  if (kind === "folder") throw new FsFault("EISDIR", place);
  if (kind === "link or special") await refuseToWrite(ground.lower, path);
  if (expect !== undefined && expect !== "absent" && identityOf(sight) !== expect)
    throw new StaleFileFault(path);
  if (kind === "absent") await requireFolder(ground, posix.dirname(plain), path);
  const identity = `id:${randomUUID()}` as const;
  ground.stage.set(sight.key, {
    kind: "file",
    bytes,
    identity,
    mode: mode ?? modeToKeep(sight),
    modifiedMs: Date.now(),
    below: sight.below,
  });
  return { path: sight.key, identity, created: kind === "absent" };
}

/** Only the Fs below can tell where a link leads, so it words the refusal. */
async function refuseToWrite(lower: Fs, path: string): Promise<never> {
  try {
    await (await lower.open(path)).close();
  } catch (error) {
    if (!isFsFault(error, "EISDIR")) throw error;
  }
  throw new FsFault("EISDIR", { syscall: "open", path });
}

function identityOf({ staged, below }: Sight): string | undefined {
  const file = staged ?? below;
  return file.kind === "file" ? file.identity : undefined;
}

function modeToKeep({ staged }: Sight): number | undefined {
  if (staged === undefined) return undefined;
  // A file that is made anew does not inherit from the one that was removed.
  return staged.kind === "file" ? staged.mode : NEW_FILE_MODE;
}

async function requireFolder({ lower, stage }: StagingGround, folder: string, path: string): Promise<void> {
  const sight = await look(lower, stage, folder, true);
  const kind = kindOf(sight);
  if (kind === "folder" || (kind === "link or special" && (await isFolder(lower, folder)))) return;
  throw kind === "absent" ? missing(sight, "open", path) : new FsFault("ENOTDIR", { syscall: "open", path });
}

async function isFolder(fs: Fs, path: string): Promise<boolean> {
  try {
    await fs.readdir(path);
    return true;
  } catch (error) {
    if (isFsFault(error)) return false;
    throw error;
  }
}

/** Stages a folder and its missing parents. */
export async function stageFolder(ground: StagingGround, path: string): Promise<void> {
  const place = { syscall: "mkdir", path };
  await makeFolders(ground, printablePath(path, place), new FsFault("EEXIST", place));
}

async function makeFolders(ground: StagingGround, folder: string, inTheWay: FsFault): Promise<void> {
  const { lower, stage } = ground;
  const { place } = inTheWay;
  const sight = await look(lower, stage, folder, true);
  const kind = kindOf(sight);
  if (kind === "folder" || (kind === "link or special" && (await isFolder(lower, folder)))) return;
  if (kind !== "absent") throw inTheWay;
  await makeFolders(ground, posix.dirname(folder), new FsFault("ENOTDIR", place));
  // A folder that was only removed comes back empty: what was in it stays removed.
  if (sight.below.kind === "folder") stage.delete(folder);
  else stage.set(folder, { kind: "folder", modifiedMs: Date.now(), below: sight.below });
}

/** Stages a removal; of a folder, with everything in it, so that each file is watched. */
export async function stageRemoval(
  ground: StagingGround,
  path: string,
  { recursive = false, ignoreMissing = false }: RemoveOptions = {},
): Promise<void> {
  const place = { syscall: "rm", path };
  const plain = printablePath(path, place);
  const sight = await look(ground.lower, ground.stage, plain, false);
  const kind = kindOf(sight);
  if (kind === "absent") {
    const fault = missing(sight, "rm", path);
    if (ignoreMissing && fault.errno === "ENOENT") return;
    throw fault;
  }
  if (kind === "folder" && !recursive) {
    throw new FsFault("EISDIR", place, { hint: "A folder is removed only with the recursive option." });
  }
  await removeAll(ground, sight);
}

async function removeAll(ground: StagingGround, sight: Sight): Promise<void> {
  const { lower, stage } = ground;
  if (kindOf(sight) === "folder") {
    for (const { name } of await childrenOf(lower, stage, sight, sight.key)) {
      await removeAll(ground, await look(lower, stage, posix.join(sight.key, name), false));
    }
  }
  if (sight.below.kind === "absent") stage.delete(sight.key);
  else stage.set(sight.key, { kind: "gone", below: sight.below });
}
