import { createFleet, type FleetOptions } from "../../src/bridge/mcp/fleet/create-fleet.ts";
import type {
  Fleet,
  FleetListener,
  FleetRow,
  FleetServer,
  Listing,
} from "../../src/bridge/mcp/fleet/fleet.ts";
import { type ManualTime, manualTime } from "./manual-time.ts";
import { scriptedServer, type ScriptedServers, scriptedServers } from "./scripted-servers.ts";

/** A fleet of scripted servers in a time that a test moves. */
export interface FleetBench extends ManualTime {
  readonly fleet: Fleet;
  readonly servers: ScriptedServers;
  readonly listings: Listing[];
  /** Every state that was told, in order. */
  readonly told: FleetServer[];
  readonly state: (id: string) => string | undefined;
}

/** Rows of these ids, all consented to. */
export function rowsOf(...ids: readonly string[]): FleetRow[] {
  return ids.map((id) => ({ server: scriptedServer(id) }));
}

/** What a bench may be told; of the listener as much as the test looks at. */
type BenchOptions = Partial<Omit<FleetOptions, "rows" | "listener">> & {
  readonly listener?: Partial<FleetListener>;
};

/** Makes a fleet whose waits are as long as they can be, unless `random` says otherwise. */
export function fleetBench(
  rows: readonly FleetRow[],
  { listener, ...options }: BenchOptions = {},
): FleetBench {
  const time = manualTime();
  const servers = scriptedServers();
  const listings: Listing[] = [];
  const told: FleetServer[] = [];
  const fleet = createFleet({
    rows,
    connect: servers.connect,
    clock: time.clock,
    timer: time.timer,
    random: () => 1,
    ...options,
    listener: {
      ...listener,
      onListing: async (listing) => {
        listings.push(listing);
        await listener?.onListing?.(listing);
      },
      onState: (server) => {
        told.push(server);
        listener?.onState?.(server);
      },
    },
  });
  return { ...time, fleet, servers, listings, told, state: (id) => fleet.server(id)?.state };
}
