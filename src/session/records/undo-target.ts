import { type ControlStore, openChanges, type UndoRecord } from "../../control/index.ts";

/** What is to be taken back: one call, everything a session changed, or the last call of a session that changed something. */
export type UndoTarget =
  | { readonly trace: string }
  | { readonly session: string }
  | { readonly lastOf: string };

/** The records of what is to be taken back, the newest first; none where nothing was ever changed. */
export async function recordsOf(target: UndoTarget, store: ControlStore): Promise<readonly UndoRecord[]> {
  if ("lastOf" in target) return lastOf(target.lastOf, store);
  return store.undo(target);
}

/** How many calls with an effect are gone through to find one that changed a file. */
const MOST_CALLS = 10_000;

/** Goes by the intents in the trail: a call that was killed half-way has one, and no trace. */
async function lastOf(session: string, store: ControlStore): Promise<readonly UndoRecord[]> {
  const looked = new Set<string>();
  for await (const trace of intentsFromTheEnd(store)) {
    if (looked.has(trace)) continue;
    if (looked.size >= MOST_CALLS) return [];
    looked.add(trace);
    const records = await store.undo({ trace, session });
    if (openChanges(records).length > 0) return records;
  }
  return [];
}

const AT_ONCE = 500;

/** The traces of calls that were about to have an effect, the last first. */
async function* intentsFromTheEnd(store: ControlStore): AsyncGenerator<string> {
  let end = (await store.auditHead()).records;
  while (end > 0) {
    const start = Math.max(1, end - AT_ONCE + 1);
    const records = await store.readAudit(start, end - start + 1);
    for (const { kind, trace } of records.toReversed()) if (kind === "intent") yield trace;
    end = start - 1;
  }
}
