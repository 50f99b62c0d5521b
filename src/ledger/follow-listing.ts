import { type Clock, systemClock } from "../kernel/index.ts";
import type { BridgeCapability } from "./bridge-entry.ts";
import type { BridgeKey } from "./bridge-key.ts";
import { contentKeyOf } from "./bridge-ledger.ts";
import { appendFacts, type BridgeFact, type BridgeLedger } from "./ledger-value.ts";
import { liveEntriesOfServer } from "./live-capabilities.ts";
import { isRecordedAlike } from "./recorded-capability.ts";

/**
 * Brings the ledger up to what a server lists now, as one batch: what is new or defined otherwise enrolls, what is gone
 * retires, what stayed the same leaves no event. Of two tools with one name the first counts.
 * A schema that has no key is a fault: whoever lists tools pins each first and keeps back those that cannot be.
 */
export function followListing<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  server: string,
  listed: readonly C[],
  time: Pick<Clock, "now"> = systemClock,
): BridgeLedger<C> {
  const wanted = byKey(server, listed);
  const known = new Map(liveEntriesOfServer(ledger, server).map(({ key, capability }) => [key, capability]));
  const gone = [...known.keys()].filter((key) => !wanted.has(key));
  const come = [...wanted].filter(([key, capability]) => {
    const before = known.get(key);
    return before === undefined || !isRecordedAlike(before, capability);
  });
  const facts: BridgeFact<C>[] = [
    ...gone.map((key) => ({ op: "retire" as const, key, server })),
    ...come.map(([key, capability]) => ({ op: "enroll" as const, key, server, capability })),
  ];
  return facts.length === 0 ? ledger : appendFacts(ledger, facts, time);
}

function byKey<C extends BridgeCapability>(server: string, listed: readonly C[]): Map<BridgeKey, C> {
  const firsts = new Map<string, C>();
  for (const capability of listed) if (!firsts.has(capability.name)) firsts.set(capability.name, capability);
  return new Map(Array.from(firsts.values(), (capability) => [contentKeyOf(capability, server), capability]));
}
