import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { deferred } from "../../../../test/mcp/deferred.ts";
import { processesIn, untilNone } from "../../../../test/processes-in.ts";
import { createLocalPrograms } from "../../../backends/index.ts";
import { type BridgeLedger, emptyBridgeLedger, followListing } from "../../../ledger/index.ts";
import { createConnector } from "../wire/create-connector.ts";
import { attachBridgeCapabilities } from "./attach-bridge-capabilities.ts";
import { bridgeConfig } from "./bridge-config.ts";
import { bridgeToolNames, bridgeTools } from "./bridge-status.ts";
import { detachBridge } from "./detach-bridge.ts";
import type { BridgedCapability } from "./mount-bridge.ts";

const SERVERS = join(import.meta.dirname, "../../../../test/mcp/servers");

it("R90, R96, R100: real servers of both generations are attached, called, followed as they change, and ended with every process", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-attach-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = (id: string, script: string) =>
    ({
      id,
      transport: "stdio",
      command: process.execPath,
      args: [join(SERVERS, script)],
      env: {},
      cwd: folder,
    }) as const;
  let ledger: BridgeLedger<BridgedCapability> = emptyBridgeLedger();
  const followed = deferred();
  const config = bridgeConfig([
    server("old", "v1-server.mjs"),
    server("new", "v2-server.mjs"),
    server("gone", "no-such-server.mjs"),
  ]);
  const attached = await attachBridgeCapabilities(ledger, config, {
    connect: createConnector({
      programs: createLocalPrograms(),
      environment: { PATH: process.env["PATH"] ?? "", DECKHAND_TEST_FOLDER: folder },
      version: "0.0.0",
    }),
    onListing: (id, capabilities) => {
      ledger = followListing(ledger, id, capabilities);
      followed.resolve();
    },
  });
  onTestFinished(() => attached.fleet?.close());
  ledger = attached.ledger;
  expect(attached.status?.map(({ id, state }) => [id, state === "live"])).toEqual([
    ["old", true],
    ["new", true],
    ["gone", false],
  ]);
  const before = bridgeToolNames(ledger);
  expect(before).toEqual(expect.arrayContaining(["old__echo", "new__echo"]));
  for (const id of ["old", "new"]) {
    const echo = bridgeTools(ledger).find(({ name }) => name === `${id}__echo`);
    expect(await echo?.execute("1", { text: `hello ${id}` })).toMatchObject({
      content: [{ kind: "text", text: expect.stringContaining(`hello ${id}`) }],
      isError: false,
    });
  }
  await bridgeTools(ledger)
    .find(({ name }) => name === "new__grow")
    ?.execute("2", {});
  await followed.promise;
  expect(bridgeToolNames(ledger).length).toBe(before.length + 1);
  expect(processesIn(folder).length).toBeGreaterThan(0);
  expect(bridgeToolNames(await detachBridge(ledger, attached.fleet!))).toEqual([]);
  await untilNone(folder);
});
