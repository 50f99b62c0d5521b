import type { Clock } from "../kernel/index.ts";
import type { BridgeCapability, BridgeEntry, EnrollEntry, RetireEntry } from "./bridge-entry.ts";
import type { BridgeKey } from "./bridge-key.ts";
import {
  applyEntry,
  foldEntries,
  type LedgerSnapshot,
  type LiveEntries,
  reduceLedger,
  snapshotOf,
} from "./reduce-ledger.ts";

/** Which remote tools are enrolled, and every event that led there; an immutable value. */
export interface BridgeLedger<C extends BridgeCapability = BridgeCapability> {
  /** The truth: every event, in the order in which it was appended. */
  readonly log: readonly BridgeEntry<C>[];
  /** What the log folds to. */
  readonly snapshot: LedgerSnapshot<C>;
  /** The place the next event will have. */
  readonly nextSeq: number;
}

/** What happened, before the ledger gives it a place and a time. */
export type BridgeFact<C extends BridgeCapability> =
  | Omit<EnrollEntry<C>, "seq" | "at">
  | Omit<RetireEntry, "seq" | "at">;

/** The ledger a log describes. */
export function ledgerFrom<C extends BridgeCapability>(log: readonly BridgeEntry<C>[]): BridgeLedger<C> {
  return ledgerOf(rollFrom(log));
}

/** Appends what happened at one moment; takes as long for the millionth event as for the first. */
export function appendFacts<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  facts: readonly BridgeFact<C>[],
  time: Pick<Clock, "now">,
): BridgeLedger<C> {
  const at = new Date(time.now()).toISOString();
  const roll = rollToExtend(ledger);
  for (const fact of facts) {
    roll.highWater += 1;
    const entry: BridgeEntry<C> = Object.freeze({ ...fact, seq: roll.highWater, at });
    roll.entries.push(entry);
    applyEntry(roll.live, entry);
  }
  return ledgerOf(roll);
}

/**
 * What successive ledgers share: the newest of them owns the fold and appends to it in place, earlier ones are
 * beginnings of its log. No ledger ever sees more of it than was there when it was made.
 */
interface Roll<C extends BridgeCapability> {
  readonly entries: BridgeEntry<C>[];
  readonly live: LiveEntries<C>;
  highWater: number;
}

const ROLL = Symbol("the roll a ledger is a beginning of");

interface Rolled<C extends BridgeCapability> extends BridgeLedger<C> {
  /** The roll, as long as this ledger is its newest. */
  readonly [ROLL]?: () => Roll<C> | undefined;
}

function ledgerOf<C extends BridgeCapability>(roll: Roll<C>): BridgeLedger<C> {
  const { length } = roll.entries;
  let log: readonly BridgeEntry<C>[] | undefined;
  let snapshot: LedgerSnapshot<C> | undefined;
  const newest = () => (roll.entries.length === length ? roll : undefined);
  const ledger: Rolled<C> = {
    get log() {
      return (log ??= Object.freeze(roll.entries.slice(0, length)));
    },
    get snapshot() {
      return (snapshot ??= newest() ? snapshotOf(roll.live, roll.highWater) : reduceLedger(ledger.log));
    },
    nextSeq: roll.highWater + 1,
  };
  return Object.freeze(Object.defineProperty(ledger, ROLL, { value: newest }));
}

function rollToExtend<C extends BridgeCapability>(ledger: Rolled<C>): Roll<C> {
  return ledger[ROLL]?.() ?? rollFrom(ledger.log);
}

function rollFrom<C extends BridgeCapability>(log: readonly BridgeEntry<C>[]): Roll<C> {
  return { entries: [...log], ...foldEntries(log) };
}

/** The live enrollments by key: for reading at once, since the next event changes them. */
export function liveEntries<C extends BridgeCapability>(
  ledger: Rolled<C>,
): ReadonlyMap<BridgeKey, EnrollEntry<C>> {
  return ledger[ROLL]?.()?.live ?? foldEntries(ledger.log).live;
}
