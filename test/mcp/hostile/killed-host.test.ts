import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../built-module.ts";
import { needs } from "../../needs.ts";
import { processesIn, untilNone } from "../../processes-in.ts";
import { SERVER } from "./beside-neighbour.ts";

const SRC = join(import.meta.dirname, "../../../src");
const BEHAVIOURS = [
  "honest",
  "stubborn",
  "forking",
  "abandoning result",
  "hang start",
  "hang tools/call",
  "crash tools/list",
];

let code: BuiltModule | undefined;
let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-killed-")));
  code = await buildModule(
    join(SRC, "backends/index.ts"),
    join(SRC, "bridge/mcp/fleet/create-fleet.ts"),
    join(SRC, "bridge/mcp/wire/create-connector.ts"),
  );
}, 60_000);

afterAll(async () => {
  await code?.remove();
  await rm(folder, { recursive: true, force: true });
});

it.skipIf(!needs("namespaces")).each([
  ["SIGKILL", 0],
  ["SIGKILL", 150],
  ["SIGKILL", 600],
  ["SIGTERM", 600],
] as const)(
  "R135: a host that dies of %s, %i ms after its first server is there, leaves no process behind",
  async (signal, ms) => {
    const host = spawn(process.execPath, ["--input-type=module", "-e", program()], {
      cwd: folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await Promise.race([
      once(host.stdout, "data"),
      once(host, "exit").then(() => expect.unreachable("it ended")),
    ]);
    await sleep(ms);
    expect(processesIn(folder).length).toBeGreaterThan(1);
    host.kill(signal);
    await once(host, "close");
    await untilNone(folder);
  },
);

/** Keeps a fleet of misbehaving servers for as long as it lives. */
function program(): string {
  return `
    import { createFleet, createConnector, createLocalPrograms } from ${JSON.stringify(code?.path)};
    const rows = ${JSON.stringify(BEHAVIOURS)}.map((words) => ({ server: { id: words, transport: "stdio",
      command: process.execPath, args: [${JSON.stringify(SERVER)}, ...words.split(" ")], env: {}, cwd: ${JSON.stringify(folder)},
      source: { workspace: ${JSON.stringify(folder)}, origin: "named" } } }));
    const fleet = createFleet({ rows, listener: { onListing: async () => {} }, connect: createConnector({
      programs: createLocalPrograms(), environment: { PATH: process.env.PATH }, version: "0.0.0" }) });
    fleet.start();
    await fleet.connection("honest");
    process.stdout.write("there\\n");
    setInterval(() => {}, 1000);
  `;
}
