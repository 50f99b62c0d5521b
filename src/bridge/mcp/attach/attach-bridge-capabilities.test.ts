import { describe, expect, it } from "vitest";
import { deferred } from "../../../../test/mcp/deferred.ts";
import { type ManualTime, manualTime } from "../../../../test/mcp/manual-time.ts";
import {
  scriptedServer,
  type ScriptedServers,
  scriptedServers,
} from "../../../../test/mcp/scripted-servers.ts";
import { Fault } from "../../../kernel/index.ts";
import {
  type BridgeLedger,
  bridgeLedgerFromLog,
  decodeLog,
  definitionAsOf,
  emptyBridgeLedger,
  encodeLog,
  followListing,
  liveCapabilities,
  type RemoteDefinition,
  withdrawServer,
} from "../../../ledger/index.ts";
import type { McpServer } from "../config/mcp-server.ts";
import { attachBridgeCapabilities, type AttachResult } from "./attach-bridge-capabilities.ts";
import { type BridgeConfig, bridgeConfig } from "./bridge-config.ts";
import { bridgeStatus, bridgeToolCounts, bridgeToolNames, bridgeTools } from "./bridge-status.ts";
import { detachBridge } from "./detach-bridge.ts";
import type { AttachDeps, BridgedCapability } from "./mount-bridge.ts";

const tool = (name: string, rest: RemoteDefinition = {}): RemoteDefinition => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: "object" },
  ...rest,
});

describe("attaching servers", () => {
  it("R90: connects, lists, adapts and enrolls, and leaves the ledger it was given as it was", async () => {
    const { attach, servers } = bench();
    servers.script("files", (attempt) => attempt.accept({ tools: [tool("read"), tool("write")] }));
    const before = Object.freeze(emptyBridgeLedger<BridgedCapability>());
    const { ledger, fleet, status, enrolled, fault } = await attach(["files"], before);
    expect(bridgeToolNames(ledger)).toEqual(["files__read", "files__write"]);
    expect([before.log, before.nextSeq]).toEqual([[], 1]);
    expect(status).toMatchObject([{ id: "files", state: "live", tools: 2 }]);
    expect([enrolled, fault]).toEqual([2, undefined]);
    expect(definitionAsOf(ledger, "files__read", { seq: 1 })?.capability.definition).toEqual(tool("read"));
    await fleet?.close();
  });

  it("R91: an empty configuration is a no-op", async () => {
    const { attach, servers } = bench();
    const before = emptyBridgeLedger<BridgedCapability>();
    const result = await attach([], before);
    expect(result).toEqual({
      ledger: before,
      fleet: undefined,
      status: undefined,
      enrolled: 0,
      fault: undefined,
    });
    expect(result.ledger).toBe(before);
    expect(servers.attempts).toEqual([]);
  });

  it("R92: a wholesale failure is a fault on the result and never thrown, and leaves nothing open", async () => {
    const { attach, servers } = bench();
    servers.script("a", (attempt) => attempt.accept({ tools: [tool("x")] }));
    const before = emptyBridgeLedger<BridgedCapability>();
    const broken = new Error("time stands still");
    const result = await attach(["a"], before, {
      clock: {
        now: () => {
          throw broken;
        },
        monotonic: () => 0,
      },
    });
    expect(result).toMatchObject({ fleet: undefined, status: undefined, enrolled: 0 });
    expect(result.ledger).toBe(before);
    expect(result.fault).toMatchObject({
      kind: "bridge",
      message: expect.stringContaining("time stands still"),
      cause: broken,
    });
    expect(servers.open()).toBe(0);
  });

  it("R92: a configuration that is none is such a failure too", async () => {
    const { connect } = scriptedServers();
    const config = JSON.parse(`{"servers":[null]}`) as ReturnType<typeof bridgeConfig>;
    const result = await attachBridgeCapabilities(emptyBridgeLedger(), config, { connect });
    expect(result.fault?.kind).toBe("bridge");
  });

  it("R93: a server that fails on connect is missing, and its peers are enrolled", async () => {
    const { attach, servers } = bench();
    servers.script("bad", (attempt) => attempt.refuse(new Fault("unavailable", "no such program")));
    servers.script("good", (attempt) => attempt.accept({ tools: [tool("x")] }));
    const { ledger, fleet, status, enrolled, fault } = await attach(["bad", "good"]);
    expect(bridgeToolNames(ledger)).toEqual(["good__x"]);
    expect([enrolled, fault]).toEqual([1, undefined]);
    expect(status).toMatchObject([{ id: "bad", fault: "no such program" }, { id: "good" }]);
    await fleet?.close();
  });

  it("R94: endpoints connect in parallel: each answers only once the other was asked", async () => {
    const { attach, servers } = bench();
    const begun = { a: deferred(), b: deferred() };
    const whenOther = (own: "a" | "b", other: "a" | "b") =>
      servers.script(own, (attempt) => {
        begun[own].resolve();
        void begun[other].promise.finally(() => attempt.accept({ tools: [tool("x")] }));
      });
    whenOther("a", "b");
    whenOther("b", "a");
    const { ledger, fleet } = await attach(["a", "b"]);
    expect(bridgeToolNames(ledger)).toEqual(["a__x", "b__x"]);
    await fleet?.close();
  });

  it("R94: a slow server is waited for within its time and told when it is ready; a failing tools/list skips only its own", async () => {
    const { attach, servers, time } = bench();
    const late: [string, string[]][] = [];
    servers.script("mute", (attempt) => attempt.accept({ list: () => Promise.reject(new Error("-32603")) }));
    servers.script("quick", (attempt) => attempt.accept({ tools: [tool("x")] }));
    const attaching = attach(["slow", "mute", "quick"], emptyBridgeLedger(), {
      onListing: (server, capabilities) => late.push([server, capabilities.map(({ name }) => name)]),
    });
    await time.advance(30_000);
    const { ledger, fleet } = await attaching;
    expect(bridgeToolNames(ledger)).toEqual(["quick__x"]);
    expect(late).toEqual([]);
    servers.last("slow").accept({ tools: [tool("y")] });
    await time.rest();
    expect(late).toEqual([["slow", ["slow__y"]]]);
    await fleet?.close();
  });

  it("R112: the order of the rows is that of status and ledger, whoever answers first", async () => {
    const { attach, servers, time } = bench();
    const attaching = attach(["c", "a", "b"]);
    await time.rest();
    for (const id of ["b", "c", "a"]) {
      servers.last(id).accept({ tools: [tool("x")] });
      await time.rest();
    }
    const { ledger, status, fleet } = await attaching;
    expect(status?.map(({ id }) => id)).toEqual(["c", "a", "b"]);
    expect(bridgeToolNames(ledger)).toEqual(["c__x", "a__x", "b__x"]);
    await fleet?.close();
  });

  it("R88: attach, drop, attach the same server again leaves no duplicate", async () => {
    const { attach, servers } = bench();
    servers.script("a", (attempt) => attempt.accept({ tools: [tool("x"), tool("y")] }));
    const first = await attach(["a"]);
    const dropped = await detachBridge(first.ledger, first.fleet!);
    expect(bridgeToolNames(dropped)).toEqual([]);
    const second = await attach(["a"], dropped);
    expect(bridgeToolNames(second.ledger)).toEqual(["a__x", "a__y"]);
    await second.fleet?.close();
  });

  it("R74: what a stored log holds is bound again to what runs it", async () => {
    const { attach, servers } = bench();
    servers.script("a", (attempt) =>
      attempt.accept({
        tools: [tool("x")],
        call: async () => ({ content: [{ type: "text", text: "here" }] }),
      }),
    );
    const first = await attach(["a"]);
    await first.fleet?.close();
    const stored = bridgeLedgerFromLog(decodeLog(encodeLog(first.ledger.log)).entries);
    expect(bridgeTools(stored)).toEqual([]);
    const { ledger, fleet } = await attach(["a"], stored);
    expect(liveCapabilities(ledger)).toHaveLength(1);
    const [bound] = bridgeTools(ledger);
    expect(await bound?.execute("1", {})).toMatchObject({ content: [{ text: "here" }] });
    await fleet?.close();
  });

  it("a definition that cannot be pinned or used is skipped with a fault; its neighbours work", async () => {
    const { attach, servers } = bench();
    const endless: Record<string, unknown> = {};
    endless["again"] = endless;
    servers.script("a", (attempt) =>
      attempt.accept({
        tools: [
          tool("endless", { annotations: endless }),
          tool("fetches", { inputSchema: { $ref: "https://example.com/schema.json" } }),
          { description: "nameless" },
          tool("works"),
        ],
      }),
    );
    const { ledger, fault, enrolled, fleet } = await attach(["a"]);
    expect([bridgeToolNames(ledger), enrolled]).toEqual([["a__works"], 1]);
    expect(fault).toMatchObject({ kind: "bridge" });
    for (const part of ["a__endless", "a__fetches", "it has no name"]) expect(fault?.message).toContain(part);
    await fleet?.close();
  });

  it("a server whose id cannot name tools is left out with a fault", async () => {
    const { attach, servers } = bench();
    servers.script("a", (attempt) => attempt.accept({ tools: [tool("x")] }));
    const { ledger, status, fault, fleet } = await attach(["bad__id", "a"]);
    expect(bridgeToolNames(ledger)).toEqual(["a__x"]);
    expect(status?.map(({ id }) => id)).toEqual(["a"]);
    expect(fault?.message).toContain('"bad__id"');
    await fleet?.close();
  });

  it("R102: schemas are normalised before they are advertised; the ledger keeps what the server gave", async () => {
    const { attach, servers } = bench();
    const inputSchema = { properties: { a: { type: "string", minLength: "no number" } } };
    servers.script("a", (attempt) => attempt.accept({ tools: [tool("x", { inputSchema })] }));
    const { ledger, fleet } = await attach(["a"]);
    expect(bridgeTools(ledger)[0]?.descriptor().parameters).toEqual({
      type: "object",
      properties: { a: { type: "string" } },
    });
    expect(liveCapabilities(ledger)[0]?.parameters).toEqual(inputSchema);
    await fleet?.close();
  });

  it("only tools that the row leaves in are offered", async () => {
    const { servers, attachConfig } = bench();
    servers.script("a", (attempt) => attempt.accept({ tools: [tool("x"), tool("y"), tool("z")] }));
    const row = scriptedServer("a", { includeTools: ["x", "y"], excludeTools: ["y"] });
    const { ledger, fleet } = await attachConfig(bridgeConfig([row]));
    expect(bridgeToolNames(ledger)).toEqual(["a__x"]);
    await fleet?.close();
  });
});

describe("detaching servers", () => {
  it("R100: withdraws the named servers, or all, and closes the fleet", async () => {
    const { attach, servers } = bench();
    for (const id of ["a", "b"]) servers.script(id, (attempt) => attempt.accept({ tools: [tool("x")] }));
    const some = await attach(["a", "b"]);
    expect(bridgeToolNames(await detachBridge(some.ledger, some.fleet!, ["a"]))).toEqual(["b__x"]);
    expect(servers.open()).toBe(0);
    const all = await attach(["a", "b"]);
    expect(bridgeToolNames(await detachBridge(all.ledger, all.fleet!))).toEqual([]);
    expect(servers.open()).toBe(0);
    expect(bridgeToolNames(all.ledger)).toEqual(["a__x", "b__x"]);
  });

  it("R100: a fleet that cannot be closed is no reason to keep its tools", async () => {
    const ledger = followListing(emptyBridgeLedger(), "a", [{ name: "a__x" }]);
    const fleet = { servers: () => [], close: () => Promise.reject(new Error("stuck")) };
    expect(bridgeToolNames(await detachBridge(ledger, fleet, ["a"]))).toEqual([]);
  });
});

describe("what is there", () => {
  it("R101: status is the fleet's own, names and counts need no fleet", async () => {
    const { attach, servers } = bench();
    for (const id of ["a", "b"]) servers.script(id, (attempt) => attempt.accept({ tools: [tool("x")] }));
    const { ledger, fleet } = await attach(["a", "b"]);
    expect(bridgeStatus(fleet!)).toEqual(fleet!.servers());
    await fleet?.close();
    expect(bridgeToolNames(ledger)).toEqual(["a__x", "b__x"]);
    expect(bridgeToolCounts(ledger)).toEqual(
      new Map([
        ["a", 1],
        ["b", 1],
      ]),
    );
    expect(bridgeToolCounts(withdrawServer(ledger, "a"))).toEqual(new Map([["b", 1]]));
  });
});

describe("a configuration to attach", () => {
  it("R89: wraps a flat list, in its order; what a program writes itself may be started", async () => {
    const { servers, attachConfig } = bench();
    const written = { id: "mine", transport: "stdio", command: "mine", args: [], env: {} } as const;
    const known = scriptedServer("known");
    const config = bridgeConfig([written, known]);
    expect(config.servers.map(({ id }) => id)).toEqual(["mine", "known"]);
    expect(config.servers[1]).toBe(known);
    for (const id of ["mine", "known"]) servers.script(id, (attempt) => attempt.accept());
    const { status, fleet } = await attachConfig(config);
    expect(status?.map(({ state }) => state)).toEqual(["live", "live"]);
    await fleet?.close();
  });

  it("a project's server is started only with consent, one of a named file without", async () => {
    const { servers, attachConfig } = bench();
    const [open, approved, named] = [of("project", "open"), of("project", "approved"), of("named", "named")];
    const consent = {
      hash: approved.hash,
      workspace: "/work",
      server: "approved",
      at: "2026-01-01T00:00:00.000Z",
    };
    for (const id of ["open", "approved", "named"]) servers.script(id, (attempt) => attempt.accept());
    const config = bridgeConfig([open, approved, named], [consent]);
    const { status, fleet } = await attachConfig(config);
    expect(status?.map(({ state }) => state)).toEqual(["pending approval", "live", "live"]);
    expect(servers.attemptsOf("open")).toEqual([]);
    await fleet?.close();
  });
});

function of(origin: "project" | "named", id: string): McpServer {
  const server = scriptedServer(id);
  return { ...server, source: { ...server.source, origin } };
}

interface Bench {
  readonly servers: ScriptedServers;
  readonly time: ManualTime;
  readonly attach: (
    ids: readonly string[],
    ledger?: BridgeLedger<BridgedCapability>,
    deps?: Partial<AttachDeps>,
  ) => Promise<AttachResult>;
  readonly attachConfig: (config: BridgeConfig) => Promise<AttachResult>;
}

function bench(): Bench {
  const servers = scriptedServers();
  const time = manualTime();
  const { clock, timer } = time;
  const deps = { connect: servers.connect, clock, timer };
  return {
    servers,
    time,
    attach: (ids, ledger = emptyBridgeLedger(), others = {}) => {
      const config = bridgeConfig(ids.map((id) => scriptedServer(id)));
      return attachBridgeCapabilities(ledger, config, { ...deps, ...others });
    },
    attachConfig: (config) => attachBridgeCapabilities(emptyBridgeLedger(), config, deps),
  };
}
