import type { ControlStore } from "../../control/index.ts";
import { type Clock, Fault } from "../../kernel/index.ts";
import {
  type BridgeCapability,
  type BridgeEntry,
  type BridgeLedger,
  bridgeLedgerFromLog,
  decodeEntry,
  emptyBridgeLedger,
  encodeEntry,
  followListing,
  type LedgerRow,
  type LedgerStore,
  withdrawServer,
} from "../../ledger/index.ts";
import { createMemoryStore } from "../../store/index.ts";

/** The ledger of a workspace: every session of it reads and writes the same one. */
export interface KeptLedger {
  /** The ledger as it is kept now, whoever wrote it. */
  load(): Promise<BridgeLedger>;
  /** Brings it up to what a server lists now; what is returned is kept. */
  follow(server: string, listed: readonly BridgeCapability[]): Promise<BridgeLedger>;
  /** Retires every tool that a server has live. */
  withdraw(server: string): Promise<BridgeLedger>;
  /** What was found that is no event, by its place; it costs nothing but itself. */
  damaged(): readonly DamagedRow[];
}

/** A row of the kept ledger that is no event, and why. */
export interface DamagedRow {
  readonly seq: number;
  readonly problem: string;
}

/** A store that may keep a ledger; one that does not is helped out by memory. */
type PerhapsLedgerStore = Pick<ControlStore, "close"> & Partial<LedgerStore>;

/** Keeps the ledger in a store, which is opened when it is first needed. */
export function createKeptLedger(
  open: () => Promise<PerhapsLedgerStore>,
  clock: Pick<Clock, "now">,
): KeptLedger {
  const storeOnce = withMemory(open);
  let known: Known = { ledger: emptyBridgeLedger(), lastSeq: 0, damaged: [] };
  const learn = (next: Known): Known => (known = next.lastSeq > known.lastSeq ? next : known);

  const catchUp = async (store: LedgerStore): Promise<Known> => {
    const from = known;
    return learn(extended(from, await store.ledgerEntries(from.lastSeq)));
  };

  const change = async (step: (ledger: BridgeLedger) => BridgeLedger): Promise<BridgeLedger> => {
    const store = await storeOnce();
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = await catchUp(store);
      const after = stepped(before, step(before.ledger));
      if (after.rows.length === 0) return before.ledger;
      if (await store.appendLedger(after.rows, before.lastSeq + 1)) return learn(after).ledger;
    }
    throw new Fault("unavailable", "Others change the ledger of this workspace without a pause.", {
      hint: "Try again.",
    });
  };

  return {
    load: async () => (await catchUp(await storeOnce())).ledger,
    follow: (server, listed) => change((ledger) => followListing(ledger, server, listed, clock)),
    withdraw: (server) => change((ledger) => withdrawServer(ledger, server, clock)),
    damaged: () => known.damaged,
  };
}

/** Every attempt that fails is another's success; so many in a row are no accident. */
const MOST_TRIES = 500;

/** What this process has seen of the kept ledger. */
interface Known {
  readonly ledger: BridgeLedger;
  /** The highest place that is taken, also by a row that is no event. */
  readonly lastSeq: number;
  readonly damaged: readonly DamagedRow[];
}

function extended({ ledger, lastSeq, damaged }: Known, rows: readonly LedgerRow[]): Known {
  if (rows.length === 0) return { ledger, lastSeq, damaged };
  const read = rows.map(readRow);
  const entries = read.flatMap((each) => ("entry" in each ? [each.entry] : []));
  return {
    ledger: entries.length === 0 ? ledger : bridgeLedgerFromLog([...ledger.log, ...entries]),
    lastSeq: rows.at(-1)?.seq ?? lastSeq,
    damaged: [...damaged, ...read.flatMap((each) => ("entry" in each ? [] : [each]))],
  };
}

function readRow({ seq, line }: LedgerRow): { readonly entry: BridgeEntry } | DamagedRow {
  const decoded = decodeEntry(line);
  if ("problem" in decoded) return { seq, problem: decoded.problem };
  return decoded.entry.seq === seq ? decoded : { seq, problem: "is an event of another place" };
}

/** What a step added, in places that are free: a row that is no event has taken one without the ledger knowing. */
function stepped(
  { ledger, lastSeq, damaged }: Known,
  next: BridgeLedger,
): Known & { readonly rows: readonly LedgerRow[] } {
  const added = next === ledger ? [] : next.log.slice(ledger.log.length);
  const placed = added.map((entry, index) => ({ ...entry, seq: lastSeq + 1 + index }));
  const isAsPlaced = next.nextSeq === lastSeq + 1 + added.length;
  return {
    ledger: isAsPlaced ? next : bridgeLedgerFromLog([...ledger.log, ...placed]),
    lastSeq: lastSeq + added.length,
    damaged,
    rows: placed.map((entry) => ({ seq: entry.seq, line: encodeEntry(entry) })),
  };
}

function withMemory(open: () => Promise<PerhapsLedgerStore>): () => Promise<LedgerStore> {
  const spare = createMemoryStore();
  return async () => {
    const store = await open();
    return keepsLedger(store) ? store : spare;
  };
}

function keepsLedger(store: PerhapsLedgerStore): store is PerhapsLedgerStore & LedgerStore {
  return store.ledgerEntries !== undefined && store.appendLedger !== undefined;
}
