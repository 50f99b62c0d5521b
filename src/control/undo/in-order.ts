import type { UndoRecord } from "../store.ts";

/**
 * The records of each call in an order in which they can be taken back: folders come back before what was in them, and
 * go after what was put into them. The calls stay in the order of their first record; of several records of one
 * path the first one given, which is the newest, tells all of it.
 */
export function inOrder(newestFirst: readonly UndoRecord[]): UndoRecord[] {
  const calls = new Map<string, Map<string, UndoRecord>>();
  for (const record of newestFirst) {
    const byPath = calls.get(record.trace) ?? new Map<string, UndoRecord>();
    calls.set(record.trace, byPath);
    if (!byPath.has(record.path)) byPath.set(record.path, record);
  }
  return [...calls.values()].flatMap((byPath) => [...byPath.values()].toSorted(compare));
}

function compare(a: UndoRecord, b: UndoRecord): number {
  return rankOf(a) - rankOf(b) || (rankOf(a) === LAST ? depthOf(b) - depthOf(a) : depthOf(a) - depthOf(b));
}

const LAST = 2;

function rankOf({ was, is }: UndoRecord): number {
  if (was === "folder") return 0;
  return is === "folder" ? LAST : 1;
}

function depthOf({ path }: UndoRecord): number {
  return path.split("/").length;
}
