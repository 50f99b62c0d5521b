import type { BridgeCapability, EnrollEntry } from "./bridge-entry.ts";
import { type BridgeLedger, liveEntries } from "./ledger-value.ts";

/** Every live capability, in the order in which they came. */
export function liveCapabilities<C extends BridgeCapability>(ledger: BridgeLedger<C>): C[] {
  return Array.from(liveEntries(ledger).values(), ({ capability }) => capability);
}

/** The live capabilities of one server, in the order in which they came. */
export function liveCapabilitiesForServer<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  server: string,
): C[] {
  return liveEntriesOfServer(ledger, server).map(({ capability }) => capability);
}

/** The enrollments that one server has live: what is known of each tool, and since when. */
export function liveEntriesOfServer<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  server: string,
): EnrollEntry<C>[] {
  return [...liveEntries(ledger).values()].filter((entry) => entry.server === server);
}
