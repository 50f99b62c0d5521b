import type { ControlStore, Trace } from "../../control/index.ts";
import { newestTraces } from "./find-trace.ts";

/** The calls around one call. */
export interface TraceFamily {
  /** The calls that led to it, the outermost first. */
  readonly parents: readonly Trace[];
  /** The calls it made, and those they made, each with how deep it lies, in the order they began. */
  readonly calls: readonly { readonly depth: number; readonly trace: Trace }[];
}

/** How far up, and through how many calls of the session, relatives are looked for. */
const MOST_PARENTS = 50;
const MOST_LOOKED_AT = 10_000;

/** Finds the calls that led to a call, and those that it made. */
export async function familyOf(trace: Trace, store: ControlStore): Promise<TraceFamily> {
  const [parents, byParent] = await Promise.all([parentsOf(trace, store), callsByParent(trace, store)]);
  return { parents, calls: descendants(trace.id, byParent, 1, new Set([trace.id])) };
}

async function parentsOf({ parent }: Trace, store: ControlStore): Promise<readonly Trace[]> {
  const parents: Trace[] = [];
  for (let next = parent; next !== undefined && parents.length < MOST_PARENTS;) {
    const found = await store.trace(next);
    if (found === undefined) break;
    parents.unshift(found);
    next = found.parent;
  }
  return parents;
}

/** What a call made began after it did. */
async function callsByParent({ session, at }: Trace, store: ControlStore): Promise<Map<string, Trace[]>> {
  const byParent = new Map<string, Trace[]>();
  for await (const other of newestTraces(store, { session, since: at }, MOST_LOOKED_AT)) {
    if (other.parent === undefined) continue;
    byParent.set(other.parent, [other, ...(byParent.get(other.parent) ?? [])]);
  }
  return byParent;
}

function descendants(
  id: string,
  byParent: ReadonlyMap<string, readonly Trace[]>,
  depth: number,
  seen: Set<string>,
): TraceFamily["calls"] {
  return (byParent.get(id) ?? []).flatMap((trace) => {
    if (seen.has(trace.id)) return [];
    seen.add(trace.id);
    return [{ depth, trace }, ...descendants(trace.id, byParent, depth + 1, seen)];
  });
}
