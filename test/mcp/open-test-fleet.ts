import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLocalPrograms } from "../../src/backends/index.ts";
import type { DeclaredServer } from "../../src/bridge/index.ts";
import { createFleet } from "../../src/bridge/mcp/fleet/create-fleet.ts";
import type { Fleet, FleetServer, Listing } from "../../src/bridge/mcp/fleet/fleet.ts";
import type { FleetLimits } from "../../src/bridge/mcp/fleet/fleet-limits.ts";
import { createConnector, type ConnectorOptions } from "../../src/bridge/mcp/wire/create-connector.ts";
import { rowHash } from "../../src/bridge/mcp/config/row-hash.ts";
import type { McpServer } from "../../src/bridge/mcp/config/mcp-server.ts";
import { untilNone } from "../processes-in.ts";

/** Rows of a fleet of tests: a folder is given, and whatever else a row may say. */
export type TestRow = (folder: string) => DeclaredServer;

/** A real fleet of real servers in a folder of its own. */
export interface TestFleet {
  readonly fleet: Fleet;
  readonly folder: string;
  /** Everything that was listed, in order. */
  readonly listings: readonly Listing[];
  /** Every state a server has been in, in order. */
  readonly states: readonly FleetServer[];
  /** Closes the fleet; settles when no process of it is left. */
  close(): Promise<void>;
}

/** What may be said of a fleet of tests. */
export interface TestFleetOptions extends Pick<ConnectorOptions, "onElicit" | "maxAnswerBytes"> {
  readonly limits?: Partial<FleetLimits>;
  /** False to do without PID namespaces, as some machines have to. */
  readonly namespace?: boolean;
  /** A judge that takes its time, or refuses. */
  readonly onListing?: (listing: Listing) => Promise<void>;
}

/** Opens a fleet in which failures come and go quickly; nothing is started yet. */
export async function openTestFleet(
  rows: readonly TestRow[],
  { limits, namespace = true, onListing, ...connector }: TestFleetOptions = {},
): Promise<TestFleet> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-fleet-")));
  const listings: Listing[] = [];
  const states: FleetServer[] = [];
  const fleet = createFleet({
    rows: rows.map((row) => ({ server: toServer(row(folder), folder) })),
    connect: createConnector({
      programs: createLocalPrograms({ namespace }),
      // So that whatever a server leaves behind is found, wherever it went.
      environment: { PATH: process.env["PATH"] ?? "", DECKHAND_TEST_FOLDER: folder },
      version: "0.0.0",
      ...connector,
    }),
    listener: {
      async onListing(listing) {
        listings.push(listing);
        await onListing?.(listing);
      },
      onState: (state) => void states.push(state),
    },
    limits: { ...QUICK, ...limits },
  });
  return {
    fleet,
    folder,
    listings,
    states,
    async close() {
      await fleet.close();
      await untilNone(folder);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A server that is started: a script with words behind it. */
export function scriptRow(
  id: string,
  script: string,
  words: readonly string[] = [],
  settings: Partial<DeclaredServer> = {},
): TestRow {
  return (folder) =>
    ({
      id,
      transport: "stdio",
      command: process.execPath,
      args: [script, ...words],
      env: {},
      cwd: folder,
      ...settings,
    }) as DeclaredServer;
}

/** A server that is reached by URL. */
export function webRow(id: string, url: string, settings: Partial<DeclaredServer> = {}): TestRow {
  return () => ({ id, transport: "http", url, headers: {}, ...settings }) as DeclaredServer;
}

const QUICK: Partial<FleetLimits> = {
  startupMs: 15_000,
  attemptMs: 15_000,
  firstRetryMs: 50,
  longestRetryMs: 100,
  failures: 3,
  suspendedMs: 60_000,
  firstListPauseMs: 20,
  longestListPauseMs: 100,
};

function toServer(declared: DeclaredServer, folder: string): McpServer {
  const source = {
    file: join(folder, "mcp.json"),
    host: "deckhand",
    origin: "named",
    workspace: folder,
    isInWorkspace: false,
  } as const;
  return { ...declared, source, declared, hash: rowHash(declared) };
}
