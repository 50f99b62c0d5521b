import { describe, expect, it } from "vitest";
import { deferred } from "../../../../test/mcp/deferred.ts";
import { fleetBench, rowsOf } from "../../../../test/mcp/fleet-bench.ts";
import { scriptedServer } from "../../../../test/mcp/scripted-servers.ts";
import { Fault } from "../../../kernel/index.ts";
import { backgroundTimer } from "./background-timer.ts";
import { createFleet } from "./create-fleet.ts";

const tool = (name: string) => ({ name, inputSchema: { type: "object" } });

describe("starting a fleet", () => {
  it("starts nothing by itself", async () => {
    const { fleet, servers, rest, waiting } = fleetBench(rowsOf("a", "b"));
    await rest();
    expect(servers.attempts).toEqual([]);
    expect(waiting()).toBe(0);
    expect(fleet.servers().map(({ id, state }) => [id, state])).toEqual([
      ["a", "idle"],
      ["b", "idle"],
    ]);
  });

  it("R94: endpoints connect in parallel, and one that waits holds up nobody", async () => {
    const { fleet, servers, rest, state } = fleetBench(rowsOf("a", "b", "c"));
    fleet.start();
    await rest();
    expect(servers.attempts.map(({ server }) => server.id)).toEqual(["a", "b", "c"]);
    servers.last("c").accept();
    await fleet.settled(["c"]);
    expect([state("a"), state("b"), state("c")]).toEqual(["connecting", "connecting", "live"]);
    await fleet.close();
  });

  it("R93, R94: a failing connect and a failing tools/list affect only their server", async () => {
    const { fleet, servers, rest, state, listings } = fleetBench(rowsOf("refuses", "lists-not", "works"));
    servers.script("refuses", (attempt) => attempt.refuse(new Fault("unavailable", "no such program")));
    servers.script("lists-not", (attempt) =>
      attempt.accept({ list: () => Promise.reject(new Fault("tool_error", "-32603 internal")) }),
    );
    servers.script("works", (attempt) => attempt.accept({ tools: [tool("x")] }));
    fleet.start();
    await fleet.settled();
    await rest();
    expect([state("refuses"), state("lists-not"), state("works")]).toEqual([
      "waiting to retry",
      "waiting to retry",
      "live",
    ]);
    expect(fleet.server("refuses")?.fault).toBe("no such program");
    expect(fleet.server("lists-not")?.fault).toBe("-32603 internal");
    expect(listings.map(({ server }) => server.id)).toEqual(["works"]);
    expect(servers.open("lists-not")).toBe(0);
    await fleet.close();
  });

  it("a server counts as live once its listing was judged, and tells what it listed", async () => {
    const judged = deferred();
    const { fleet, servers, rest, state, listings } = fleetBench(rowsOf("a"), {
      listener: { onListing: () => judged.promise },
    });
    servers.script("a", (attempt) => attempt.accept({ tools: [tool("x"), tool("y")], instructions: "Hi" }));
    fleet.start();
    await rest();
    expect(state("a")).toBe("connecting");
    judged.resolve();
    await fleet.settled();
    expect(fleet.server("a")).toMatchObject({ state: "live", tools: 2, revision: "2025-11-25" });
    expect(listings).toMatchObject([
      {
        server: { id: "a" },
        tools: [{ name: "x" }, { name: "y" }],
        instructions: "Hi",
        revision: "2025-11-25",
      },
    ]);
    await fleet.close();
  });

  it("a listing that could not be judged is a failed start", async () => {
    const { fleet, servers, state } = fleetBench(rowsOf("a"), {
      listener: { onListing: () => Promise.reject(new Error("the disk is full")) },
    });
    servers.script("a", (attempt) => attempt.accept());
    fleet.start();
    await fleet.settled();
    expect(state("a")).toBe("waiting to retry");
    expect(fleet.server("a")?.fault).toBe("the disk is full");
    await fleet.close();
  });

  it("a server without tools is not asked for any", async () => {
    const { fleet, servers, listings } = fleetBench(rowsOf("a"));
    servers.script("a", (attempt) => attempt.accept({ offersTools: false }));
    fleet.start();
    await fleet.settled();
    expect(servers.connections[0]?.listings()).toBe(0);
    expect(listings).toMatchObject([{ tools: [] }]);
    await fleet.close();
  });

  it("waits for a slow server within its budget; it appears when it is ready", async () => {
    const rows = [{ server: scriptedServer("slow", { startupTimeoutMs: 2_000 }) }, ...rowsOf("quick")];
    const { fleet, servers, advance, rest, state } = fleetBench(rows);
    servers.script("quick", (attempt) => attempt.accept());
    fleet.start();
    let isSettled = false;
    void fleet.settled().finally(() => (isSettled = true));
    await advance(1_999);
    expect(isSettled).toBe(false);
    await advance(1);
    expect(isSettled).toBe(true);
    expect(state("slow")).toBe("connecting");
    await fleet.settled();
    servers.last("slow").accept();
    await rest();
    expect(state("slow")).toBe("live");
    await fleet.close();
  });

  it("gives an attempt up at a ceiling, which is four budgets and at least two minutes", async () => {
    const rows = [
      { server: scriptedServer("a", { startupTimeoutMs: 100 }) },
      { server: scriptedServer("b", { startupTimeoutMs: 60_000 }) },
    ];
    const { fleet, servers, advance, state } = fleetBench(rows);
    fleet.start();
    await advance(119_999);
    expect(state("a")).toBe("connecting");
    await advance(1);
    expect(state("a")).toBe("waiting to retry");
    expect(servers.attemptsOf("a")[0]?.cancel.aborted).toBe(true);
    expect(fleet.server("a")?.fault).toContain("120 s");
    expect(state("b")).toBe("connecting");
    await advance(120_000);
    expect(state("b")).toBe("waiting to retry");
    await fleet.close();
  });

  it("starts only those that are named and idle", async () => {
    const { fleet, servers, rest } = fleetBench([
      ...rowsOf("a", "b"),
      { server: scriptedServer("p"), pending: "nobody has approved it yet" },
    ]);
    fleet.start(["b", "p"]);
    fleet.start(["b"]);
    await rest();
    expect(servers.attempts.map(({ server }) => server.id)).toEqual(["b"]);
    await fleet.close();
  });

  it("of rows with one id the first counts", () => {
    const rows = [{ server: scriptedServer("a", { command: "first" }) }, ...rowsOf("b", "a")];
    const { fleet } = fleetBench(rows);
    expect(fleet.servers().map(({ id }) => id)).toEqual(["a", "b"]);
  });
});

describe("asking for a server that cannot be had", () => {
  it("an unknown id is a fault with near names", async () => {
    const { fleet } = fleetBench(rowsOf("github", "files"));
    const fault = { code: "not_found", hint: expect.stringContaining('"github"') };
    await expect(fleet.connection("gihub")).rejects.toMatchObject(fault);
    await expect(fleet.reconnect("gihub")).rejects.toMatchObject(fault);
    await expect(fleet.disconnect("gihub")).rejects.toMatchObject(fault);
    await expect(fleet.settled(["gihub"])).rejects.toMatchObject(fault);
    expect(() => fleet.start(["gihub"])).toThrow("gihub");
    expect(fleet.server("gihub")).toBeUndefined();
  });

  it("one that waits for approval is refused with the reason and never connected", async () => {
    const row = { server: scriptedServer("a"), pending: "nobody has approved it yet" };
    const { fleet, servers, rest } = fleetBench([row]);
    fleet.start();
    const fault = { code: "denied_policy", message: expect.stringContaining("nobody has approved it yet") };
    await expect(fleet.connection("a")).rejects.toMatchObject(fault);
    await expect(fleet.reconnect("a")).rejects.toMatchObject(fault);
    await fleet.disconnect("a");
    await rest();
    expect(fleet.server("a")?.state).toBe("pending approval");
    expect(servers.attempts).toEqual([]);
  });
});

describe("closing a fleet", () => {
  it("ends every connection and attempt, leaves no timer, and may be done again", async () => {
    const { fleet, servers, rest, waiting, state } = fleetBench(rowsOf("live", "hangs", "fails"));
    servers.script("live", (attempt) => attempt.accept());
    servers.script("fails", (attempt) => attempt.refuse(new Error("no")));
    fleet.start();
    await rest();
    const waiter = fleet.connection("hangs");
    const closing = fleet.close();
    expect(fleet.close()).toBe(closing);
    await expect(waiter).rejects.toMatchObject({ code: "unavailable" });
    await closing;
    expect(servers.open()).toBe(0);
    expect(servers.last("hangs").cancel.aborted).toBe(true);
    expect(waiting()).toBe(0);
    expect(["live", "hangs", "fails"].map(state)).toEqual(["disconnected", "disconnected", "disconnected"]);
  });

  it("waits for what is being closed, within bounds", async () => {
    const { fleet, servers, advance, waiting } = fleetBench(rowsOf("a"));
    servers.script("a", (attempt) => attempt.accept({ closing: new Promise(() => undefined) }));
    fleet.start();
    await fleet.settled();
    let isClosed = false;
    void fleet.close().finally(() => (isClosed = true));
    await advance(9_999);
    expect(isClosed).toBe(false);
    await advance(1);
    expect(isClosed).toBe(true);
    expect(waiting()).toBe(0);
  });

  it("waits for servers that an update took away, too", async () => {
    const { fleet, servers, rest } = fleetBench(rowsOf("a"));
    const closing = deferred();
    servers.script("a", (attempt) => attempt.accept({ closing: closing.promise }));
    fleet.start();
    await fleet.settled();
    void fleet.update([]);
    let isClosed = false;
    const closed = fleet.close().finally(() => (isClosed = true));
    await rest();
    expect(isClosed).toBe(false);
    closing.resolve();
    await closed;
    expect(servers.open()).toBe(0);
  });

  it("makes a fault of whatever is asked later", async () => {
    const { fleet, servers, rest } = fleetBench(rowsOf("a"));
    await fleet.close();
    const fault = { code: "unavailable", message: expect.stringContaining("closed") };
    await expect(fleet.connection("a")).rejects.toMatchObject(fault);
    await expect(fleet.reconnect("a")).rejects.toMatchObject(fault);
    await expect(fleet.disconnect("a")).rejects.toMatchObject(fault);
    await expect(fleet.update(rowsOf("a"))).rejects.toMatchObject(fault);
    await expect(fleet.settled()).rejects.toMatchObject(fault);
    expect(() => fleet.start()).toThrow("closed");
    await rest();
    expect(servers.attempts).toEqual([]);
  });
});

describe("the fleet's own timer", () => {
  it("keeps no process alive, and no wait is too long for it", async () => {
    const before = timeouts();
    const stops = [5 * 60_000, 2 ** 40].map((ms) => backgroundTimer.after(ms, () => expect.unreachable()));
    expect(timeouts()).toBe(before);
    await new Promise((resolve) => setTimeout(resolve, 5));
    stops.forEach((stop) => stop());
    await new Promise<void>((ring) => backgroundTimer.after(1, ring));
  });

  it("is what a fleet waits by when it is given no other", async () => {
    const before = timeouts();
    const fleet = createFleet({
      rows: rowsOf("a"),
      connect: () => Promise.reject(new Error("no")),
      listener: { onListing: async () => undefined },
    });
    fleet.start();
    await fleet.settled();
    expect(fleet.server("a")?.retryAt).toBeGreaterThan(0);
    expect(timeouts()).toBe(before);
    await fleet.close();
  });
});

function timeouts(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;
}
