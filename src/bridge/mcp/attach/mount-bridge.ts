import type { AgentTool, Clock, Timer, ToolDescriptor, ToolRunner } from "../../../kernel/index.ts";
import { type BridgeCapability, serverIdProblem } from "../../../ledger/index.ts";
import { isMap } from "../../json-map.ts";
import type { ExaminedTool } from "../definitions/examine-listing.ts";
import { createFleet } from "../fleet/create-fleet.ts";
import type { ConnectServer, Fleet } from "../fleet/fleet.ts";
import type { FleetLimits } from "../fleet/fleet-limits.ts";
import { bridgeBoxToCapabilities } from "./bridge-box-to-capabilities.ts";
import { type BridgeConfig, rowsOfConfig } from "./bridge-config.ts";
import { createBridgeRunner } from "./bridge-runner.ts";
import { readListing } from "./read-listing.ts";

/** What servers are attached with. */
export interface AttachDeps {
  readonly connect: ConnectServer;
  readonly clock?: Clock;
  readonly timer?: Timer;
  readonly random?: () => number;
  readonly limits?: Partial<FleetLimits>;
  /** Told what a server lists once attaching is over, because it was slow or its list changed: follow it in the ledger. */
  readonly onListing?: (server: string, capabilities: readonly BridgedCapability[]) => void;
}

/** A remote tool as the ledger keeps it, and the tool that runs it. */
export interface BridgedCapability extends BridgeCapability {
  /** Absent as long as it is only known from a stored log. */
  readonly tool?: AgentTool | undefined;
}

/** A fleet and what it offers. */
export interface MountedBridge {
  readonly fleet: Fleet;
  /** What a server has listed; nothing before it has. */
  readonly capabilitiesOf: (server: string) => readonly BridgedCapability[] | undefined;
  /** What could not be offered, in sentences. */
  readonly problems: () => readonly string[];
  /** From now on listings are told. */
  readonly tellListings: () => void;
}

/** Makes the fleet of a configuration; nothing is connected yet. A row with an unusable id costs only itself. */
export function mountBridge(config: BridgeConfig, deps: AttachDeps): MountedBridge {
  const { onListing, ...options } = deps;
  const rows = rowsOfConfig(config);
  const badIds = rows.flatMap(({ server: { id } }) => idProblem(id));
  const usable = rows.filter(({ server }) => serverIdProblem(server.id) === undefined);
  const listed = new Map<string, readonly BridgedCapability[]>();
  const problems = new Map<string, readonly string[]>();
  let isTelling = false;
  const runner = createBridgeRunner({
    connection: (id, cancel) => fleet.connection(id, cancel),
    namesOf: (id) => (listed.get(id) ?? []).map(({ name }) => name),
    timeoutOf: (id) => usable.find(({ server }) => server.id === id)?.server.callTimeoutMs,
  });
  const fleet = createFleet({
    ...options,
    rows: usable,
    listener: {
      onListing: async ({ server, tools }) => {
        const read = readListing(server, tools);
        const capabilities = bridged(read.tools, runner);
        listed.set(server.id, capabilities);
        problems.set(server.id, read.problems);
        if (isTelling) onListing?.(server.id, capabilities);
      },
    },
  });
  return {
    fleet,
    capabilitiesOf: (server) => listed.get(server),
    problems: () => [...badIds, ...[...problems.values()].flat()],
    tellListings: () => {
      isTelling = true;
    },
  };
}

function idProblem(id: string): string[] {
  const problem = serverIdProblem(id);
  return problem === undefined ? [] : [`The server id ${JSON.stringify(id)} ${problem}.`];
}

function bridged(tools: readonly ExaminedTool[], runner: ToolRunner): BridgedCapability[] {
  const made = bridgeBoxToCapabilities({ descriptors: () => tools.map(descriptorOf), runner });
  return tools.map(({ name, description, definition }, index) => ({
    name,
    description,
    parameters: isMap(definition["inputSchema"]) ? definition["inputSchema"] : undefined,
    definition,
    tool: made[index],
  }));
}

function descriptorOf({ name, description, parameters }: ExaminedTool): ToolDescriptor {
  return { name, description, parameters };
}
