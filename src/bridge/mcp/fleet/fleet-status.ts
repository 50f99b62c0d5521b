import type { FleetStatus, ServerStatus } from "../../../kernel/index.ts";
import type { Fleet, FleetServer, ServerState } from "./fleet.ts";

/** How a fleet does, as rooms that know nothing of MCP ask for it. */
export function fleetStatus(fleet: Pick<Fleet, "server" | "servers">): FleetStatus {
  return {
    servers: () => fleet.servers().map(statusOf),
    isLive: (server) => fleet.server(server)?.state === "live",
  };
}

function statusOf({ id, state, fault }: FleetServer): ServerStatus {
  return { id, state: KERNEL_STATES[state], ...(fault === undefined ? {} : { fault }) };
}

const KERNEL_STATES: Readonly<Record<ServerState, ServerStatus["state"]>> = {
  "pending approval": "pending approval",
  idle: "down",
  connecting: "connecting",
  live: "live",
  "waiting to retry": "down",
  suspended: "down",
  "needs sign-in": "down",
  disconnected: "down",
};
