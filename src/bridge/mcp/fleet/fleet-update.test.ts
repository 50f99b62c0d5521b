import { describe, expect, it } from "vitest";
import { deferred } from "../../../../test/mcp/deferred.ts";
import { type FleetBench, fleetBench, rowsOf } from "../../../../test/mcp/fleet-bench.ts";
import { scriptedServer } from "../../../../test/mcp/scripted-servers.ts";
import type { FleetRow } from "./fleet.ts";

const WAITS = "nobody has approved it yet";

describe("taking in a changed configuration", () => {
  it("touches only what came, went or changed, and keeps the order of the rows", async () => {
    const bench = fleetBench(rowsOf("kept", "gone", "changed"));
    const { fleet, servers, rest } = bench;
    await allLive(bench, ["kept", "gone", "changed", "new"]);
    const kept = await fleet.connection("kept");
    await fleet.update([...rowsOf("new"), row("changed", { args: ["--other"] }), ...rowsOf("kept")]);
    await rest();
    expect(fleet.servers().map(({ id, state }) => [id, state])).toEqual([
      ["new", "live"],
      ["changed", "live"],
      ["kept", "live"],
    ]);
    expect(await fleet.connection("kept")).toBe(kept);
    expect(servers.attemptsOf("kept")).toHaveLength(1);
    expect(servers.attemptsOf("changed").map(({ server }) => server.declared)).toMatchObject([
      { args: [] },
      { args: ["--other"] },
    ]);
    expect([servers.open("gone"), servers.open("changed"), servers.open()]).toEqual([0, 1, 3]);
    await expect(fleet.connection("gone")).rejects.toMatchObject({ code: "not_found" });
    await fleet.close();
  });

  it("keeps the same rows, in whatever order of keys, as they are", async () => {
    const bench = fleetBench([row("a", { env: { A: "1", B: "2" } })]);
    await allLive(bench, ["a"]);
    await bench.fleet.update([row("a", { env: { B: "2", A: "1" } })]);
    await bench.advance(60_000);
    expect(bench.servers.attempts).toHaveLength(1);
    expect(bench.listings).toHaveLength(1);
    await bench.fleet.close();
  });

  it("lists a server again of which only the settings changed", async () => {
    const bench = fleetBench(rowsOf("a"));
    await allLive(bench, ["a"]);
    await bench.fleet.update([row("a", { excludeTools: ["x"] })]);
    await bench.advance(0);
    expect(bench.servers.attempts).toHaveLength(1);
    expect(bench.listings.map(({ server }) => server.excludeTools)).toEqual([undefined, ["x"]]);
    await bench.fleet.close();
  });

  it("begins a changed server anew from every state in which it was wanted, its failures forgotten", async () => {
    const bench = fleetBench(rowsOf("connecting", "waiting", "suspended", "idle", "off"));
    const { fleet, servers, advance, state } = bench;
    const refuse = (id: string) => servers.script(id, (attempt) => attempt.refuse(new Error("no")));
    ["suspended", "waiting"].forEach(refuse);
    servers.script("off", (attempt) => attempt.accept());
    fleet.start(["connecting", "suspended", "off"]);
    await fleet.disconnect("off");
    await advance(60_000);
    fleet.start(["waiting"]);
    await advance(0);
    expect(["connecting", "waiting", "suspended", "idle", "off"].map(state)).toEqual([
      "connecting",
      "waiting to retry",
      "suspended",
      "idle",
      "disconnected",
    ]);
    const before = servers.attempts.length;
    const ids = ["connecting", "waiting", "suspended", "idle", "off"];
    ids.forEach((id) => servers.script(id, (attempt) => attempt.accept()));
    await fleet.update(ids.map((id) => row(id, { command: "mended" })));
    await bench.rest();
    expect(ids.map(state)).toEqual(["live", "live", "live", "idle", "disconnected"]);
    expect(servers.attempts).toHaveLength(before + 3);
    expect(fleet.server("suspended")).toMatchObject({ restarts: 0 });
    await fleet.close();
  });

  it("whoever waits for a server that is changed gets the new one; that is taken away, a fault", async () => {
    const { fleet, servers, rest } = fleetBench(rowsOf("a", "b"));
    const asked = fleet.connection("a");
    const inVain = fleet.connection("b").catch((error: unknown) => error);
    await rest();
    await fleet.update([row("a", { command: "other" })]);
    await rest();
    servers.last("a").accept();
    expect(await asked).toBe(servers.connections[0]);
    expect(servers.last("a").server).toMatchObject({ command: "other" });
    expect(await inVain).toMatchObject({ message: expect.stringContaining("no longer configured") });
    await fleet.close();
  });

  it("ends a server whose approval is gone, and starts one that has it now if it was to start", async () => {
    const bench = fleetBench([row("a"), { ...row("b"), pending: WAITS }, { ...row("c"), pending: WAITS }]);
    const { fleet, servers, rest, state } = bench;
    ["a", "b", "c"].forEach((id) => servers.script(id, (attempt) => attempt.accept()));
    fleet.start(["a", "b"]);
    await rest();
    await fleet.update([{ ...row("a"), pending: WAITS }, row("b"), row("c")]);
    await rest();
    expect(["a", "b", "c"].map(state)).toEqual(["pending approval", "live", "idle"]);
    expect(servers.open("a")).toBe(0);
    const told = bench.told.length;
    await fleet.update([{ ...row("a"), pending: WAITS }]);
    expect(bench.told.slice(told).filter(({ id }) => id === "a")).toEqual([]);
    await fleet.update([{ ...row("a"), pending: "it has changed" }]);
    await expect(fleet.connection("a")).rejects.toThrow("it has changed");
    await fleet.close();
  });

  it("a server that comes back begins when it is really gone", async () => {
    const bench = fleetBench(rowsOf("a"));
    const { fleet, servers, rest } = bench;
    const closing = deferred();
    servers.script("a", (attempt) => attempt.accept({ closing: closing.promise }));
    fleet.start();
    await rest();
    void fleet.update([]);
    const back = fleet.update(rowsOf("a"));
    await rest();
    expect(servers.attempts).toHaveLength(1);
    closing.resolve();
    await back;
    await rest();
    expect([servers.attempts.length, servers.open()]).toEqual([2, 1]);
    await fleet.close();
  });
});

function row(id: string, settings: Parameters<typeof scriptedServer>[1] = {}): FleetRow {
  return { server: scriptedServer(id, settings) };
}

async function allLive({ fleet, servers }: FleetBench, ids: readonly string[]): Promise<void> {
  for (const id of ids) servers.script(id, (attempt) => attempt.accept());
  fleet.start();
  await fleet.settled();
}
