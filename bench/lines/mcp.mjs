import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { runChild } from "../child.mjs";
import { compare, median } from "../compare.mjs";
import { ENVIRONMENT, newConnector, openFleet, rowsOf, SCRIPTS, serverOf } from "../mcp/servers.mjs";
import { inScratch } from "../scratch.mjs";

/** @import { Row } from "../mcp/servers.mjs" */

const SERVERS = 20;
const ROUNDS = 7;
const CALLS = 1_000;
const CLI = fileURLToPath(new URL("../../dist/delivery/cli/main.js", import.meta.url));
const IDLE = fileURLToPath(new URL("../mcp/idle-memory.mjs", import.meta.url));

/** What other people's servers cost through our fleet. */
export const mcpLines = [
  {
    name: `mcp: ${SERVERS} stdio servers connected and listed, against starting their processes`,
    measure: () => inScratch((folder) => timeConnect(folder, { isRemembered: false, limit: 3 })),
  },
  {
    name: `mcp: ${SERVERS} stdio servers whose revision is remembered, against starting their processes`,
    measure: () => inScratch((folder) => timeConnect(folder, { isRemembered: true, limit: 1.5 })),
  },
  {
    name: "mcp: a call through the fleet to a server of an old revision, against the bare SDK client",
    measure: () => inScratch((folder) => timeCall(folder, "legacy")),
  },
  {
    name: "mcp: a call through the fleet to a server of the current revision, against the bare SDK client",
    measure: () => inScratch((folder) => timeCall(folder, "modern")),
  },
  {
    name: `mcp: deckhand tools with ${SERVERS} servers that were there before, against the built-ins alone`,
    measure: () => inScratch(timeWarmStart),
  },
  { name: "mcp: MB on our side for each idle stdio server", measure: () => inScratch(idleMemory) },
];

/**
 * @param {string} folder
 * @param {{ isRemembered: boolean, limit: number }} options
 */
async function timeConnect(folder, { isRemembered, limit }) {
  const connect = newConnector();
  const first = await openFleet(rowsOf(SERVERS, folder), connect);
  await first.fleet.close();
  const rows = rowsOf(SERVERS, folder, isRemembered ? first.memory : undefined);
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const peer = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    peer.push(await timeStart(rows));
    const began = performance.now();
    const { fleet } = await openFleet(rows, connect);
    ours.push(performance.now() - began);
    await fleet.close();
  }
  const [a, b] = [median(ours), median(peer)];
  return { ratio: a / b, limit, detail: `${a.toFixed(0)} ms against ${b.toFixed(0)} ms` };
}

/**
 * A whole command in a fresh process, which starts no server.
 * @param {string} folder
 */
async function timeWarmStart(folder) {
  const cwd = join(folder, "work");
  await mkdir(cwd);
  const file = join(folder, "mcp.json");
  const rows = rowsOf(SERVERS, folder).map(({ server }) => {
    if (server.transport !== "stdio") throw new Error("Only programs are started.");
    return [server.id, { command: server.command, args: server.args }];
  });
  await writeFile(file, JSON.stringify({ mcpServers: Object.fromEntries(rows) }));
  const env = {
    ...ENVIRONMENT,
    XDG_STATE_HOME: join(folder, "state"),
    XDG_CONFIG_HOME: join(folder, "config"),
  };
  /** @param {readonly string[]} flags */
  const list = async (flags) => {
    const { code, bytes } = await runChild(process.execPath, [CLI, "tools", "--json", ...flags], {
      cwd,
      env,
    });
    if (code !== 0) throw new Error(`deckhand tools exited ${code}`);
    return bytes;
  };
  if ((await list(["--mcp", file])) <= (await list([]))) throw new Error("The servers were not listed.");
  const reading = await compare(
    async () => void (await list(["--mcp", file])),
    async () => void (await list([])),
    { rounds: 21 },
  );
  return { ...reading, limit: 1.2 };
}

/**
 * How long the processes of these servers take until each has answered once.
 * @param {readonly Row[]} rows
 */
async function timeStart(rows) {
  const began = performance.now();
  const children = rows.map(({ server }) => {
    if (server.transport !== "stdio") throw new Error("Only programs are started.");
    return spawn(server.command, server.args, {
      cwd: server.cwd,
      env: ENVIRONMENT,
      // As ours are: a machine that shares its time by sessions would treat them otherwise.
      detached: true,
      stdio: ["pipe", "pipe", "ignore"],
    });
  });
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "bench", version: "0" },
  };
  const opening = JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params });
  await Promise.all(
    children.map(async (child) => {
      child.stdin.write(`${opening}\n`);
      await once(child.stdout, "data");
    }),
  );
  const took = performance.now() - began;
  await Promise.all(
    children.map((child) => {
      child.kill("SIGKILL");
      return once(child, "close");
    }),
  );
  return took;
}

/**
 * @param {string} folder
 * @param {keyof typeof SCRIPTS} kind
 */
async function timeCall(folder, kind) {
  const server = serverOf(kind, SCRIPTS[kind], folder);
  const { fleet } = await openFleet([{ server }], newConnector());
  const client = new Client({ name: "bench", version: "0.0.0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [SCRIPTS[kind]],
      cwd: folder,
      env: ENVIRONMENT,
    }),
  );
  try {
    const input = { text: "a short text" };
    const ours = async () => (await fleet.connection(kind)).callTool("echo", input);
    const peer = () => client.callTool({ name: "echo", arguments: input });
    for (let call = 0; call < CALLS; call += 1) await Promise.all([ours(), peer()]);
    return { ...(await compare(ours, peer, { rounds: CALLS })), limit: 1.3 };
  } finally {
    await Promise.all([fleet.close(), client.close()]);
  }
}

/** @param {string} folder */
async function idleMemory(folder) {
  const { code, text } = await runChild(process.execPath, ["--expose-gc", IDLE, folder]);
  if (code !== 0) throw new Error(`measuring idle memory ended with ${code}`);
  return { ratio: Number(text), limit: 1, detail: "with what minds the process of a server" };
}
