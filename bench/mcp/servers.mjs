import { fileURLToPath } from "node:url";
import { createLocalPrograms } from "../../dist/backends/index.js";
import { createConnector, createFleet } from "../../dist/bridge/index.js";

/** @typedef {import("../../dist/bridge/index.js").FleetOptions["rows"][number]} Row */
/** @typedef {import("../../dist/bridge/index.js").McpServer} McpServer */

/** Well-behaved servers: one of the old revisions without any library, and one of the current SDK. */
export const SCRIPTS = {
  legacy: fileURLToPath(new URL("../../test/mcp/hostile/hostile-server.mjs", import.meta.url)),
  modern: fileURLToPath(new URL("../../test/mcp/real/sdk-server.mjs", import.meta.url)),
};

/** All a server knows of its surroundings, whoever starts it: what Node reads from there changes how long it takes to start. */
export const ENVIRONMENT = { PATH: process.env["PATH"] ?? "" };

/**
 * Rows of so many servers, of both kinds in turn.
 * @param {number} count
 * @param {string} folder
 * @param {ReadonlyMap<string, Row["remembered"]>} [memory] how they are known to speak
 * @returns {readonly Row[]}
 */
export function rowsOf(count, folder, memory = new Map()) {
  const scripts = Object.values(SCRIPTS);
  return Array.from({ length: count }, (_, at) => {
    const script = scripts[at % scripts.length] ?? "";
    const id = `server-${at}`;
    return { server: serverOf(id, script, folder), remembered: memory.get(id) };
  });
}

/**
 * @param {string} id
 * @param {string} script
 * @param {string} folder
 * @returns {McpServer}
 */
export function serverOf(id, script, folder) {
  const declared = /** @type {const} */ ({
    id,
    transport: "stdio",
    command: process.execPath,
    args: [script],
    env: {},
    cwd: folder,
  });
  const source = /** @type {const} */ ({
    file: "",
    host: "deckhand",
    origin: "named",
    workspace: folder,
    isInWorkspace: false,
  });
  return { ...declared, declared, source, hash: id };
}

/** What connects servers, once for a measurement. */
export function newConnector() {
  return createConnector({ programs: createLocalPrograms(), environment: ENVIRONMENT, version: "0.0.0" });
}

/**
 * A fleet whose every server is live.
 * @param {readonly Row[]} rows
 * @param {ReturnType<typeof newConnector>} connect
 */
export async function openFleet(rows, connect) {
  /** @type {Map<string, Row["remembered"]>} */
  const memory = new Map();
  const onListing = async (/** @type {import("../../dist/bridge/index.js").Listing} */ listing) =>
    void memory.set(listing.server.id, listing.remembered);
  const fleet = createFleet({ rows, connect, listener: { onListing } });
  fleet.start();
  await fleet.settled();
  const missing = fleet.servers().find(({ state }) => state !== "live");
  if (missing !== undefined) throw new Error(`${missing.id} is ${missing.state}: ${missing.fault}`);
  return { fleet, memory };
}
