import { dirname } from "node:path";
import {
  digestOf,
  Fault,
  type FileBytes,
  type Fs,
  isFsFault,
  protectedReason,
  type ReplaceOptions,
  StaleFileFault,
  type StagedFs,
} from "../../kernel/index.ts";
import type { UndoRecord } from "../store.ts";
import { inOrder } from "./in-order.ts";
import { isLeftAs, type Standing, standingAt } from "./look-at.ts";

/** A path that is again as it was before a call. */
export interface UndoneChange {
  readonly trace: string;
  readonly path: string;
  /** `already` when there was nothing left to do. */
  readonly did: "restored" | "recreated" | "removed" | "already";
}

/** A path that was left as it is. */
export interface SkippedChange {
  readonly trace: string;
  readonly path: string;
  readonly why: string;
}

/** What came of an undo. */
export interface UndoReport {
  readonly restored: readonly UndoneChange[];
  readonly skipped: readonly SkippedChange[];
}

/**
 * Takes changes back, call by call in the order given, which is the newest first. Whatever is not as its call left it is skipped and
 * named, once for each path, and so is every older change of it.
 */
export async function undoChanges(records: readonly UndoRecord[], fs: Fs): Promise<UndoReport> {
  const restored: UndoneChange[] = [];
  const skipped = new Map<string, SkippedChange>();
  for (const record of openChanges(records)) {
    const { trace, path } = record;
    if (skipped.has(path)) continue;
    try {
      restored.push({ trace, path, did: await putBack(record, fs) });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      skipped.set(path, { trace, path, why: error instanceof StaleFileFault ? MEANWHILE : error.message });
    }
  }
  return { restored, skipped: [...skipped.values()] };
}

/** The changes that are still to be taken back, in the order in which that is done. */
export function openChanges(records: readonly UndoRecord[]): readonly UndoRecord[] {
  return inOrder(records).filter((record) => record.undoneAt === undefined && !changedNothing(record));
}

/** Tells what an undo would do, and does none of it. */
export async function rehearseUndo(
  records: readonly UndoRecord[],
  fs: Fs,
  stage: (fs: Fs) => StagedFs,
): Promise<UndoReport> {
  const staged = stage(fs);
  try {
    return await undoChanges(records, staged);
  } finally {
    staged.drop();
  }
}

const MEANWHILE = "it changed meanwhile";

function changedNothing({ before, after, was, is, lost }: UndoRecord): boolean {
  if (lost !== undefined || was !== is) return false;
  return (before === undefined ? undefined : digestOf(before)) === after;
}

async function putBack(record: UndoRecord, fs: Fs): Promise<UndoneChange["did"]> {
  const { path, before, mode, was } = record;
  const refused = protectedReason(path);
  if (refused !== undefined) throw left(refused);
  const now = await standingAt(fs, path);
  if (isAsBefore(record, now)) return "already";
  refuseUnlessAsLeft(record, now);
  const how = mode === undefined ? {} : { mode };
  if (before !== undefined && now.kind === "file") {
    await fs.replace(path, before, { expect: now.identity, ...how });
    return "restored";
  }
  await clear(fs, path, now);
  if (before !== undefined) await create(fs, path, before, { expect: "absent", ...how });
  else if (was === "folder") await fs.mkdir(path);
  else return "removed";
  return "recreated";
}

function isAsBefore({ before, was, lost }: UndoRecord, now: Standing): boolean {
  if (lost !== undefined) return false;
  if (before !== undefined) return now.kind === "file" && now.digest === digestOf(before);
  return now.kind === (was ?? "nothing");
}

function refuseUnlessAsLeft(record: UndoRecord, now: Standing): void {
  if (record.lost !== undefined) throw left(`it cannot be put back: ${record.lost}`);
  if (isLeftAs(record, now)) return;
  if (now.kind === "nothing") throw left("it was deleted or moved since");
  if (now.kind === "link") throw left("it is a link now");
  const isNew = record.after === undefined && record.is === undefined;
  throw left(isNew ? "something is there again" : "it changed since");
}

/** Takes away what a call left, unless somebody put something into it. */
async function clear(fs: Fs, path: string, now: Standing): Promise<void> {
  if (now.kind === "folder") {
    if ((await fs.readdir(path)).length > 0) throw left("it is a folder that is not empty");
    await fs.rm(path, { recursive: true });
  }
  if (now.kind !== "file") return;
  const file = await fs.open(path);
  await file.close();
  if (file.identity !== now.identity) throw new StaleFileFault(path);
  await fs.rm(path);
}

async function create(fs: Fs, path: string, bytes: FileBytes, options: ReplaceOptions): Promise<void> {
  try {
    await fs.replace(path, bytes, options);
  } catch (error) {
    if (!isFsFault(error, "ENOENT")) throw error;
    await fs.mkdir(dirname(path));
    await fs.replace(path, bytes, options);
  }
}

function left(why: string): Fault {
  return new Fault("tool_error", why);
}
