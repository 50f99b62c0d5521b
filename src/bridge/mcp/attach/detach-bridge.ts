import { type BridgeCapability, type BridgeLedger, withdrawServer } from "../../../ledger/index.ts";
import type { Fleet } from "../fleet/fleet.ts";
import { bridgeStatus } from "./bridge-status.ts";

/**
 * Withdraws the tools of these servers, or of every server of the fleet, and closes the fleet. A fleet that cannot be
 * closed is no reason to keep its tools. To end one server of a fleet that goes on, use `fleet.disconnect` and `withdrawServer`.
 */
export async function detachBridge<C extends BridgeCapability>(
  ledger: BridgeLedger<C>,
  fleet: Pick<Fleet, "servers" | "close">,
  servers: readonly string[] = bridgeStatus(fleet).map(({ id }) => id),
): Promise<BridgeLedger<C>> {
  const withdrawn = servers.reduce((next, server) => withdrawServer(next, server), ledger);
  try {
    await fleet.close();
  } catch {
    return withdrawn;
  }
  return withdrawn;
}
