import { type Clock, systemClock } from "../kernel/index.ts";
import type { BridgeCapability, BridgeEntry } from "./bridge-entry.ts";
import { type BridgeKey, bridgeContentKey } from "./bridge-key.ts";
import { appendFacts, type BridgeLedger, ledgerFrom } from "./ledger-value.ts";
import { liveEntriesOfServer } from "./live-capabilities.ts";
import { serverOfQualified, unqualifiedTool } from "./qualified-name.ts";

/** One tool to enroll. */
export interface EnrollRequest<C extends BridgeCapability = BridgeCapability> {
  readonly capability: C;
  readonly server: string;
  /** Left out, the tool is known by its content. */
  readonly key?: BridgeKey | undefined;
}

type Time = Pick<Clock, "now">;

/** A ledger without events; the first will have place 1. */
export function emptyBridgeLedger<C extends BridgeCapability = BridgeCapability>(): BridgeLedger<C> {
  return bridgeLedgerFromLog<C>([]);
}

/** The ledger a stored log describes, in whatever order it was read; it goes on after the highest place. */
export function bridgeLedgerFromLog<C extends BridgeCapability>(
  log: readonly BridgeEntry<C>[],
): BridgeLedger<C> {
  return ledgerFrom(log);
}

/** Enrolls a tool; one that is enrolled under the same key is replaced where it stands. */
export function enrollBridgeCard<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  { capability, server, key = contentKeyOf(capability, server) }: EnrollRequest<C>,
  time: Time = systemClock,
): BridgeLedger<C> {
  return appendFacts(ledger, [{ op: "enroll", key, server, capability }], time);
}

/** Takes a tool out of the live view; a key that is not in it is recorded all the same. */
export function retire<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  key: BridgeKey,
  server: string,
  time: Time = systemClock,
): BridgeLedger<C> {
  return appendFacts(ledger, [{ op: "retire", key, server }], time);
}

/** Retires every tool that a server has live, as one batch. */
export function withdrawServer<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  server: string,
  time: Time = systemClock,
): BridgeLedger<C> {
  const gone = liveEntriesOfServer(ledger, server);
  return appendFacts(
    ledger,
    gone.map(({ key }) => ({ op: "retire", key, server })),
    time,
  );
}

/** The content key of a capability, whether or not its name already carries its server. */
export function contentKeyOf({ name, parameters }: BridgeCapability, server: string): BridgeKey {
  const tool = serverOfQualified(name) === server ? unqualifiedTool(name) : name;
  return bridgeContentKey(server, tool, parameters);
}
