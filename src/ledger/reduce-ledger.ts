import type { BridgeCapability, BridgeEntry, EnrollEntry } from "./bridge-entry.ts";
import type { BridgeKey } from "./bridge-key.ts";
import { inSeqOrder, isUsable } from "./in-seq-order.ts";

/** Who is enrolled, as a log of events says. */
export interface LedgerSnapshot<C extends BridgeCapability = BridgeCapability> {
  /** In the order in which they came; one that comes again keeps its place. */
  readonly live: ReadonlyMap<BridgeKey, C>;
  /** How many live tools each server has; a server without any is absent. */
  readonly byServer: ReadonlyMap<string, number>;
  /** The highest place in the log, 0 for an empty one. */
  readonly highWater: number;
}

/** The live enrollments by key, in the order in which they came. */
export type LiveEntries<C extends BridgeCapability> = Map<BridgeKey, EnrollEntry<C>>;

/** The one fold of a log, in whatever order its events are handed in; total, and its input stays as it was. */
export function reduceLedger<C extends BridgeCapability>(
  entries: readonly BridgeEntry<C>[],
): LedgerSnapshot<C> {
  const { live, highWater } = foldEntries(entries);
  return intoSnapshot(live, highWater);
}

/** The fold with the event that enrolled each tool, and the highest place. */
export function foldEntries<C extends BridgeCapability>(entries: readonly BridgeEntry<C>[]): Folded<C> {
  // Nearly every log lies in order; it is checked on the way, since a walk of its own would cost half a fold.
  const live: LiveEntries<C> = new Map();
  let highWater = 0;
  for (const entry of entries) {
    if (!isUsable(entry) || entry.seq <= highWater) return foldOrdered(inSeqOrder(entries));
    applyEntry(live, entry);
    highWater = entry.seq;
  }
  return { live, highWater };
}

interface Folded<C extends BridgeCapability> {
  readonly live: LiveEntries<C>;
  readonly highWater: number;
}

function foldOrdered<C extends BridgeCapability>(ordered: readonly BridgeEntry<C>[]): Folded<C> {
  const live: LiveEntries<C> = new Map();
  for (const entry of ordered) applyEntry(live, entry);
  return { live, highWater: Math.max(0, ordered.at(-1)?.seq ?? 0) };
}

/** One step of the fold. */
export function applyEntry<C extends BridgeCapability>(live: LiveEntries<C>, entry: BridgeEntry<C>): void {
  switch (entry.op) {
    case "enroll":
      live.set(entry.key, entry);
      return;
    case "retire":
      live.delete(entry.key);
      return;
    default:
      // A log from elsewhere may hold anything; what is neither changes nothing.
      entry satisfies never;
  }
}

/** What a fold came to, in the shape others see; the fold itself stays as it is. */
export function snapshotOf<C extends BridgeCapability>(
  entries: LiveEntries<C>,
  highWater: number,
): LedgerSnapshot<C> {
  return intoSnapshot(new Map(entries), highWater);
}

/** Puts each capability where its event was, since a second map of all keys would cost as much as the fold. */
function intoSnapshot<C extends BridgeCapability>(
  entries: LiveEntries<C>,
  highWater: number,
): LedgerSnapshot<C> {
  const live = entries as Map<BridgeKey, unknown> as Map<BridgeKey, C>;
  const byServer = new Map<string, number>();
  for (const [key, { capability, server }] of entries) {
    live.set(key, capability);
    byServer.set(server, (byServer.get(server) ?? 0) + 1);
  }
  return { live, byServer, highWater };
}
