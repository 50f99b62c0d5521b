import { type BridgeLedger, liveCapabilities } from "../../../ledger/index.ts";
import type { AgentTool } from "../../../kernel/index.ts";
import type { Fleet, FleetServer } from "../fleet/fleet.ts";
import type { BridgedCapability } from "./mount-bridge.ts";

/** How every server of a fleet does. */
export function bridgeStatus(fleet: Pick<Fleet, "servers">): readonly FleetServer[] {
  return fleet.servers();
}

/** The qualified names of every tool that is enrolled, in the order in which they came. */
export function bridgeToolNames(ledger: BridgeLedger): string[] {
  return liveCapabilities(ledger).map(({ name }) => name);
}

/** How many tools each server has enrolled; one without any is absent. */
export function bridgeToolCounts(ledger: BridgeLedger): ReadonlyMap<string, number> {
  return ledger.snapshot.byServer;
}

/** Every enrolled tool that a fleet runs; those of a stored log are there once their server is attached. */
export function bridgeTools(ledger: BridgeLedger<BridgedCapability>): AgentTool[] {
  return liveCapabilities(ledger).flatMap(({ tool }) => tool ?? []);
}
