import { createOverlayFs } from "../../backends/index.ts";
import {
  type CallEnd,
  type CallRecorder,
  type ControlStore,
  createUndoFs,
  openChanges,
  rehearseUndo,
  undoChanges,
  type UndoneChange,
  type UndoRecord,
  type UndoReport,
} from "../../control/index.ts";
import { type Change, type Clock, faultInfoOf, type Fs } from "../../kernel/index.ts";
import { recordsOf, type UndoTarget } from "./undo-target.ts";

/** What an undo works with. */
export interface UndoGround {
  readonly store: ControlStore;
  /** Made only when something is to be done. */
  readonly recorder: () => Promise<CallRecorder>;
  readonly fs: Fs;
  readonly clock: Clock;
}

/** How an undo is made. */
export interface UndoOptions {
  /** Tells what would be done, and does none of it. */
  readonly dryRun?: boolean;
}

/** What came of an undo. */
export interface UndoOutcome extends UndoReport {
  /** The calls it is about, the last first; none when nothing was found that could be undone. */
  readonly calls: readonly string[];
  /** The trace of the undo itself; absent when there was nothing left to do. */
  readonly trace?: string;
}

/** Takes back what calls changed, and records that like a call: an undo can be undone. */
export async function undoCalls(
  target: UndoTarget,
  ground: UndoGround,
  { dryRun = false }: UndoOptions = {},
): Promise<UndoOutcome> {
  const records = await recordsOf(target, ground.store);
  const calls = [...new Set(records.map(({ trace }) => trace))];
  const [newest] = openChanges(records);
  if (newest === undefined) return { calls, restored: [], skipped: [] };
  if (dryRun) return { calls, ...(await rehearseUndo(records, ground.fs, createOverlayFs)) };
  return { calls, ...(await undoOnRecord(target, records, calls, ownerOf(newest.session), ground)) };
}

async function undoOnRecord(
  target: UndoTarget,
  records: readonly UndoRecord[],
  calls: readonly string[],
  session: string,
  { store, recorder, fs, clock }: UndoGround,
): Promise<UndoReport & { readonly trace: string }> {
  const record = (await recorder()).begin({
    session,
    tool: "undo",
    path: UNDO_PATH,
    definition: "",
    trust: "L3",
    input: target,
  });
  await record.intend(`takes back ${calls.slice(0, MOST_NAMED).join(", ")}`);
  const kept = createUndoFs(fs, (one) => store.addUndo([one]), {
    trace: record.id,
    session: `${UNDO_MARK}${session}`,
    clock,
  });
  try {
    const report = await undoChanges(records, kept);
    const { at } = await record.undone(endOf(report));
    for (const { trace, path } of report.restored) await store.markUndone(trace, path, at);
    for (const call of calls) await revive(call, session, report.restored, store);
    return { ...report, trace: record.id };
  } catch (error) {
    await record.finish({ error: { code: "tool_error", message: faultInfoOf(error).message } });
    throw error;
  }
}

/** Where an undo is addressed, among the things a person does and no tool can. */
const UNDO_PATH = "self.undo";

const MOST_NAMED = 20;

/**
 * What an undo changed belongs to no session, so that undoing again goes further back instead of forth; no session can be
 * called that.
 */
const UNDO_MARK = "undo:";

function ownerOf(session: string): string {
  return session.startsWith(UNDO_MARK) ? session.slice(UNDO_MARK.length) : session;
}

/** What an undo took back has happened again once the undo is undone itself: it may be taken back once more. */
async function revive(
  undo: string,
  session: string,
  restored: readonly UndoneChange[],
  store: ControlStore,
): Promise<void> {
  const trace = await store.trace(undo);
  if (trace?.path !== UNDO_PATH) return;
  const paths = new Set(restored.filter((change) => change.trace === undo).map(({ path }) => path));
  for (const name of [session, `${UNDO_MARK}${session}`]) {
    const taken = (await store.undo({ session: name })).filter(
      ({ path, undoneAt }) => undoneAt === trace.at && paths.has(path),
    );
    // Kept the last first; of what is added the last counts.
    await store.addUndo(taken.toReversed().map(({ undoneAt: _undoneAt, ...open }) => open));
  }
}

function endOf({ restored, skipped }: UndoReport): CallEnd {
  const left = skipped.map(({ path, why }) => `left ${path}: ${why}`);
  if (restored.length === 0) {
    return { error: { code: "tool_error", message: `Nothing was taken back: ${left.join("; ")}` } };
  }
  return {
    output: { restored, skipped },
    changes: restored.flatMap(changeOf),
    ...(left.length === 0 ? {} : { note: left.join("; ") }),
  };
}

function changeOf({ path, did }: UndoneChange): readonly Change[] {
  if (did === "already") return [];
  return [{ path, kind: ({ restored: "update", recreated: "create", removed: "delete" } as const)[did] }];
}
