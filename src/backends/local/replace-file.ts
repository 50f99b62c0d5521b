import { type BigIntStats, lstatSync, renameSync } from "node:fs";
import { access, constants, link, open, rename, unlink } from "node:fs/promises";
import {
  type FileBytes,
  FsFault,
  type FsFaultPlace,
  type Replaced,
  type ReplaceOptions,
  StaleFileFault,
} from "../../kernel/index.ts";
import { printablePath } from "../plain-path.ts";
import { whileClaimed } from "./claim.ts";
import type { Confinement } from "./confinement.ts";
import { identityOf, kindOf, modeOf } from "./file-facts.ts";
import { failedWith } from "./fs-faults.ts";
import { refuseChange } from "./refuse-change.ts";
import { type Target, tryLstat, withFinalTarget } from "./target.ts";
import { createTemp, dropTempNames, sweepTemps, type TempFile, writeAll } from "./temp-file.ts";

/** What every change on one local Fs shares. */
export interface WriteGround {
  readonly confinement: Confinement;
  readonly refuseWrite: (path: string) => string | undefined;
  /** The folders already cleared of leftovers. */
  readonly swept: Set<string>;
  /** Permission bits of new files. */
  readonly newFileMode: number;
}

/** Puts new content in place of a file, whole or not at all. */
export async function replaceFile(
  ground: WriteGround,
  path: string,
  bytes: FileBytes,
  options: ReplaceOptions = {},
): Promise<Replaced> {
  const place = { syscall: "open", path };
  const plain = printablePath(path, place);
  return withFinalTarget(ground.confinement, plain, place, async (found) => {
    const target = await withoutLeftoverNames(ground.confinement, found);
    await refuseUnlessReplaceable(ground, target, options, place);
    await sweepOnce(ground, target);
    const temp = await createTemp(ground.confinement, target.folder);
    try {
      await fill(temp, bytes, target.stat, modeFor(target.stat, options, ground));
      await publish(ground.confinement, temp, target, options, place);
      const identity = identityOf(await temp.handle.stat({ bigint: true }));
      await syncFolder(ground.confinement, target);
      return { path: target.real, identity, created: target.stat === undefined };
    } catch (error) {
      await unlink(temp.at).catch(() => undefined);
      throw error;
    } finally {
      await temp.handle.close();
    }
  });
}

async function withoutLeftoverNames(confinement: Confinement, target: Target): Promise<Target> {
  if (target.stat === undefined || !hasSeveralNames(target.stat)) return target;
  await dropTempNames(confinement, target.folder, target.stat.ino);
  return { ...target, stat: await tryLstat(target.at) };
}

async function refuseUnlessReplaceable(
  ground: WriteGround,
  { stat, at, real, names }: Target,
  { expect }: ReplaceOptions,
  place: FsFaultPlace,
): Promise<void> {
  refuseChange(ground, names, place);
  if (stat === undefined) {
    if (expect !== undefined && expect !== "absent") throw new StaleFileFault(place.path ?? real);
    return;
  }
  if (expect === "absent") throw existsFault(place);
  refuseUnlessPlainFile(stat, place);
  if (expect !== undefined && expect !== identityOf(stat)) throw new StaleFileFault(place.path ?? real);
  // Renaming over a read-only file would work, against what its owner meant.
  await access(at, constants.W_OK);
}

function refuseUnlessPlainFile(stat: BigIntStats, place: FsFaultPlace): void {
  if (stat.isDirectory()) throw new FsFault("EISDIR", place);
  if (!stat.isFile()) {
    throw new FsFault("EINVAL", place, {
      saying: `${kindOf(stat)} is not a regular file`,
      hint: "Only regular files can be written; choose another path.",
    });
  }
  if (hasSeveralNames(stat)) {
    throw new FsFault("EPERM", place, {
      saying: `the file has several names (${stat.nlink} hard links), and writing would change what the others mean`,
      hint: "Remove the other names first, or write to a new file.",
    });
  }
}

function hasSeveralNames(stat: BigIntStats): boolean {
  return stat.isFile() && stat.nlink > 1n;
}

/** Once in a folder's life with this Fs is enough for something that is there by accident. */
async function sweepOnce({ swept, confinement }: WriteGround, { folder }: Target): Promise<void> {
  if (swept.has(folder.real)) return;
  swept.add(folder.real);
  await sweepTemps(confinement, folder);
}

/** Set-user-id and set-group-id, which were granted to the old content alone, as the system itself sees it. */
const SET_ID_BITS = 0o6000;

function modeFor(stat: BigIntStats | undefined, { mode }: ReplaceOptions, ground: WriteGround): number {
  return (mode ?? (stat === undefined ? ground.newFileMode : modeOf(stat))) & ~SET_ID_BITS;
}

async function fill(
  { handle }: TempFile,
  bytes: FileBytes,
  replaced: BigIntStats | undefined,
  mode: number,
): Promise<void> {
  await writeAll(handle, bytes instanceof Uint8Array ? [bytes] : bytes);
  await keepOwner(handle, replaced);
  await handle.chmod(mode);
  await handle.sync();
}

/** Whoever may not give files away leaves their own name on what they write, as any editor does. */
async function keepOwner(handle: TempFile["handle"], replaced: BigIntStats | undefined): Promise<void> {
  if (replaced === undefined) return;
  const ours = await handle.stat({ bigint: true });
  if (ours.uid === replaced.uid && ours.gid === replaced.gid) return;
  await handle.chown(Number(replaced.uid), Number(replaced.gid)).catch(() => undefined);
}

async function publish(
  confinement: Confinement,
  temp: TempFile,
  target: Target,
  { expect }: ReplaceOptions,
  place: FsFaultPlace,
): Promise<void> {
  if (expect === "absent") return publishNew(temp, target, place);
  if (expect === undefined) return rename(temp.at, target.at);
  await whileClaimed(confinement, target, place, () => {
    const now = lstatSync(target.at, { bigint: true, throwIfNoEntry: false });
    if (now === undefined || identityOf(now) !== expect) throw new StaleFileFault(place.path ?? target.real);
    renameSync(temp.at, target.at);
  });
}

/** A second name cannot overwrite anything, where a rename would. */
async function publishNew(temp: TempFile, target: Target, place: FsFaultPlace): Promise<void> {
  try {
    await link(temp.at, target.at);
    await unlink(temp.at).catch(() => undefined);
  } catch (error) {
    if (failedWith(error, "EEXIST")) throw existsFault(place);
    if (!failedWith(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK")) throw error;
    await claimThenRename(temp, target, place);
  }
}

/** For filesystems without hard links: an empty file claims the name, and is then replaced. */
async function claimThenRename(temp: TempFile, target: Target, place: FsFaultPlace): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const claim = await open(target.at, flags, 0o600).catch((error: unknown) => {
    throw failedWith(error, "EEXIST") ? existsFault(place) : error;
  });
  await claim.close();
  try {
    await rename(temp.at, target.at);
  } catch (error) {
    await unlink(target.at).catch(() => undefined);
    throw error;
  }
}

function existsFault(place: FsFaultPlace): FsFault {
  return new FsFault("EEXIST", place, { hint: "Choose another name, or read the file and change it." });
}

async function syncFolder({ ways }: Confinement, { folder }: Target): Promise<void> {
  const handle = await ways.readable(folder).catch(() => undefined);
  // Some filesystems cannot sync a folder; the file itself is synced and in place by now.
  await handle?.sync().catch(() => undefined);
  if (handle !== folder.handle) await handle?.close();
}
