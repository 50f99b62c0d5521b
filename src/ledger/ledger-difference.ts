import { type Instant, liveByName } from "./as-of.ts";
import type { BridgeCapability, EnrollEntry } from "./bridge-entry.ts";
import type { BridgeLedger } from "./ledger-value.ts";
import { isRecordedAlike } from "./recorded-capability.ts";

/** How the enrolled tools of two moments differ, by qualified name. */
export interface LedgerDifference<C extends BridgeCapability = BridgeCapability> {
  readonly enrolled: readonly EnrollEntry<C>[];
  readonly retired: readonly EnrollEntry<C>[];
  /** Live at both moments under one name, and defined otherwise. */
  readonly changed: readonly { readonly before: EnrollEntry<C>; readonly after: EnrollEntry<C> }[];
}

/** What came, went and changed between two moments; what came and went in between does not show. */
export function differenceBetween<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  from: Instant,
  to: Instant,
): LedgerDifference<C> {
  const [before, after] = [liveByName(ledger, from), liveByName(ledger, to)];
  return {
    enrolled: [...after.values()].filter(({ capability }) => !before.has(capability.name)),
    retired: [...before.values()].filter(({ capability }) => !after.has(capability.name)),
    changed: [...before].flatMap(([name, was]) => {
      const is = after.get(name);
      return is === undefined || isRecordedAlike(was.capability, is.capability)
        ? []
        : [{ before: was, after: is }];
    }),
  };
}
