import { Fault } from "../kernel/index.ts";
import type { BridgeCapability, BridgeEntry, EnrollEntry } from "./bridge-entry.ts";
import { inSeqOrder } from "./in-seq-order.ts";
import type { BridgeLedger } from "./ledger-value.ts";
import { foldEntries, type LedgerSnapshot, reduceLedger } from "./reduce-ledger.ts";

/**
 * A moment in a ledger's life: in milliseconds since 1970, or just after an event. Clocks can be set back, places in the
 * log cannot: what must be exact, such as the definition a call ran with, is asked by `seq`.
 */
export type Instant = { readonly at: number } | { readonly seq: number };

/** Who was enrolled at a moment. */
export function snapshotAsOf<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  instant: Instant,
): LedgerSnapshot<C> {
  return reduceLedger(entriesUntil(ledger.log, instant));
}

/** What was live under a qualified name at a moment: its definition, and since when; nothing when nothing was. */
export function definitionAsOf<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  name: string,
  instant: Instant,
): EnrollEntry<C> | undefined {
  return liveByName(ledger, instant).get(name);
}

/** The live enrollments by qualified name at a moment; of two with one name the later counts. */
export function liveByName<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  instant: Instant,
): Map<string, EnrollEntry<C>> {
  const named = new Map<string, EnrollEntry<C>>();
  for (const entry of foldEntries(entriesUntil(ledger.log, instant)).live.values()) {
    const other = named.get(entry.capability.name);
    if (other === undefined || other.seq < entry.seq) named.set(entry.capability.name, entry);
  }
  return named;
}

function entriesUntil<C extends BridgeCapability>(
  log: readonly BridgeEntry<C>[],
  instant: Instant,
): BridgeEntry<C>[] {
  const usable = inSeqOrder(log);
  if ("seq" in instant) return usable.filter(({ seq }) => seq <= instant.seq);
  const last = isoTime(instant.at);
  return usable.filter(({ at }) => at <= last);
}

/** Times in a log have one width, so that they compare as texts. */
function isoTime(ms: number): string {
  const date = new Date(ms);
  if (!Number.isNaN(date.getTime())) return date.toISOString();
  throw new Fault("invalid_input", `${ms} is not a time.`, { hint: "Give milliseconds since 1970." });
}
