import { type Clock, faultInfoOf, systemClock } from "../../../kernel/index.ts";
import {
  type BridgeLedger,
  enrollBridgeCard,
  followListing,
  liveCapabilitiesForServer,
} from "../../../ledger/index.ts";
import type { Fleet, FleetServer } from "../fleet/fleet.ts";
import type { BridgeConfig } from "./bridge-config.ts";
import { BridgeFault } from "./bridge-fault.ts";
import { bridgeStatus } from "./bridge-status.ts";
import { type AttachDeps, type BridgedCapability, mountBridge, type MountedBridge } from "./mount-bridge.ts";

/** What came of attaching servers. */
export interface AttachResult {
  readonly ledger: BridgeLedger<BridgedCapability>;
  /** Absent when there was nothing to attach, or nothing could be. Whoever has it closes it, by `detachBridge`. */
  readonly fleet: Fleet | undefined;
  readonly status: readonly FleetServer[] | undefined;
  /** How many tools were enrolled. */
  readonly enrolled: number;
  /** What could not be attached at all; how each server does is in `status`. */
  readonly fault: BridgeFault | undefined;
}

/**
 * Connects servers side by side, lists their tools and enrolls them, in the order of the configuration. Never throws: a
 * server that fails, or is not there within its time, is missing and nothing else; the ledger it was given stays as it was.
 */
export async function attachBridgeCapabilities(
  ledger: BridgeLedger<BridgedCapability>,
  config: BridgeConfig,
  deps: AttachDeps,
): Promise<AttachResult> {
  let mounted: MountedBridge | undefined;
  try {
    if (config.servers.length === 0) return nothingAttached(ledger);
    mounted = mountBridge(config, deps);
    mounted.fleet.start();
    await mounted.fleet.settled();
    mounted.tellListings();
    return enrollAll(ledger, config, mounted, deps.clock);
  } catch (error) {
    await mounted?.fleet.close().catch(() => undefined);
    const { message } = faultInfoOf(error);
    return nothingAttached(
      ledger,
      new BridgeFault(`The MCP servers could not be attached: ${message}`, error),
    );
  }
}

function nothingAttached(ledger: BridgeLedger<BridgedCapability>, fault?: BridgeFault): AttachResult {
  return { ledger, fleet: undefined, status: undefined, enrolled: 0, fault };
}

function enrollAll(
  before: BridgeLedger<BridgedCapability>,
  { servers }: BridgeConfig,
  { fleet, capabilitiesOf, problems }: MountedBridge,
  clock: Clock = systemClock,
): AttachResult {
  let ledger = before;
  let enrolled = 0;
  for (const { id } of servers) {
    const capabilities = capabilitiesOf(id);
    if (capabilities === undefined) continue;
    ledger = rebound(followListing(ledger, id, capabilities, clock), id, capabilities, clock);
    enrolled += capabilities.length;
  }
  return { ledger, fleet, status: bridgeStatus(fleet), enrolled, fault: faultOf(problems()) };
}

/** What the ledger had before, from a stored log or an earlier fleet, is enrolled again, so that it runs through this one. */
function rebound(
  ledger: BridgeLedger<BridgedCapability>,
  server: string,
  capabilities: readonly BridgedCapability[],
  clock: Clock,
): BridgeLedger<BridgedCapability> {
  const live = new Set(liveCapabilitiesForServer(ledger, server));
  return capabilities
    .filter((capability) => !live.has(capability))
    .reduce((next, capability) => enrollBridgeCard(next, { capability, server }, clock), ledger);
}

function faultOf(problems: readonly string[]): BridgeFault | undefined {
  return problems.length === 0 ? undefined : new BridgeFault(problems.join(" "));
}
