import type { FleetStatus, ServerStatus } from "../../kernel/index.ts";

/** A fleet whose servers are what they are said to be. */
export function createMemoryFleet(servers: readonly ServerStatus[] = []): FleetStatus {
  return {
    servers: () => servers,
    isLive: (server) => servers.some(({ id, state }) => id === server && state === "live"),
  };
}
