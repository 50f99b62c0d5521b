import { describe, expect, it } from "vitest";
import { deferred } from "../../../../test/mcp/deferred.ts";
import { type FleetBench, fleetBench, rowsOf } from "../../../../test/mcp/fleet-bench.ts";
import { BEGINNING } from "../../../../test/mcp/manual-time.ts";
import { scriptedServer } from "../../../../test/mcp/scripted-servers.ts";
import { Fault } from "../../../kernel/index.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";

const UNUSED = new AbortController().signal;

describe("a connection that ends by itself", () => {
  it("is made again after a wait that doubles, and is no failure behind it once it was live for a while", async () => {
    const bench = fleetBench(rowsOf("a"));
    const { fleet, servers, advance, state } = bench;
    await goLive(bench, "a");
    const waits: number[] = [];
    for (let times = 0; times < 4; times += 1) {
      servers.connections.at(-1)?.die("the program ended with code 1");
      await advance(0);
      expect(fleet.server("a")).toMatchObject({
        state: "waiting to retry",
        fault: "the program ended with code 1",
      });
      waits.push(await retry(bench, "a"));
      expect(state("a")).toBe("live");
      expect(fleet.server("a")?.restarts).toBe(times + 1);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000]);
    await advance(30_000);
    expect(fleet.server("a")?.restarts).toBe(0);
    servers.connections.at(-1)?.die("once more");
    await advance(0);
    expect(await retry(bench, "a")).toBe(500);
    expect(fleet.server("a")?.restarts).toBe(1);
    await fleet.close();
  });

  it("waits a random part of the bound, and never longer than a minute", async () => {
    const random = [0.25, 0.5, 0.1, 0.999];
    const bench = fleetBench(rowsOf("a"), { random: () => random.shift() ?? 1, limits: { failures: 100 } });
    const { fleet, servers, advance } = bench;
    servers.script("a", (attempt) => attempt.refuse(new Error("no")));
    fleet.start();
    const waits: number[] = [];
    for (let times = 0; times < 12; times += 1) {
      await advance(0);
      waits.push(await retry(bench, "a"));
    }
    expect(waits.slice(0, 4)).toEqual([125, 500, 200, 3_996]);
    expect(waits.at(-1)).toBe(60_000);
    await fleet.close();
  });

  it("keeps the last lines of its standard error, and those of a program that did not come up", async () => {
    const { fleet, servers, rest, advance } = fleetBench(rowsOf("a"));
    servers.script("a", (attempt) => attempt.accept({ errorLines: ["panic: oh no"] }));
    fleet.start();
    await fleet.settled();
    servers.connections[0]?.die("gone");
    await rest();
    expect(fleet.server("a")?.errorLines).toEqual(["panic: oh no"]);
    const error = Object.assign(new Fault("unavailable", "it ended at once"), {
      errorLines: ["no such module"],
    });
    servers.script("a", (attempt) => attempt.refuse(error));
    await advance(500);
    expect(fleet.server("a")).toMatchObject({ fault: "it ended at once", errorLines: ["no such module"] });
    await fleet.close();
  });

  it("is remembered for how it spoke; a start that failed forgets that", async () => {
    const remembered = { era: "modern", discover: { a: 1 } } as const;
    const { fleet, servers, rest, advance } = fleetBench([{ server: scriptedServer("a"), remembered }]);
    fleet.start();
    await rest();
    expect(servers.last("a").remembered).toBe(remembered);
    servers.last("a").refuse(new Error("-32022 unknown version"));
    await advance(500);
    expect(servers.last("a").remembered).toBeUndefined();
    const connection = servers.last("a").accept({ remembered });
    await rest();
    connection.die("gone");
    await advance(1_000);
    expect(servers.last("a").remembered).toBe(remembered);
    await fleet.close();
  });

  it("ending while it is listed or judged is a failed start", async () => {
    const judged = deferred();
    const { fleet, servers, rest, state } = fleetBench(rowsOf("lists", "judged"), {
      listener: { onListing: () => judged.promise },
    });
    servers.script("lists", (attempt) =>
      attempt.accept({ list: () => new Promise(() => undefined) }).die("gone"),
    );
    servers.script("judged", (attempt) => attempt.accept());
    fleet.start();
    await rest();
    servers.connections[1]?.die("gone too");
    await rest();
    expect([state("lists"), state("judged")]).toEqual(["waiting to retry", "waiting to retry"]);
    judged.resolve();
    await fleet.close();
  });
});

describe("the breaker", () => {
  it("leaves a server alone after five failures in a row, tries once more later, and closes when it works", async () => {
    const bench = fleetBench(rowsOf("a"));
    const { fleet, servers, advance, state } = bench;
    servers.script("a", (attempt) => attempt.refuse(new Fault("unavailable", "no such program")));
    fleet.start();
    for (let times = 1; times < 5; times += 1) {
      await advance(0);
      expect(state("a")).toBe("waiting to retry");
      await retry(bench, "a");
    }
    expect(fleet.server("a")).toMatchObject({
      state: "suspended",
      restarts: 4,
      retryAt: BEGINNING + bench.clock.monotonic() + 300_000,
    });
    await expect(fleet.connection("a")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("no such program"),
      hint: expect.stringContaining("deckhand mcp reconnect a"),
    });
    expect(servers.attempts).toHaveLength(5);
    await advance(299_999);
    expect(servers.attempts).toHaveLength(5);
    await advance(1);
    expect(servers.attempts).toHaveLength(6);
    expect(state("a")).toBe("suspended");
    servers.script("a", (attempt) => attempt.accept());
    await advance(300_000);
    expect(state("a")).toBe("live");
    servers.connections[0]?.die("gone after a moment");
    await advance(0);
    expect(state("a")).toBe("suspended");
    await fleet.close();
  });

  it("counts connections that end soon after they were live", async () => {
    const { fleet, servers, advance, state } = fleetBench(rowsOf("a"));
    servers.script("a", (attempt) => attempt.accept());
    fleet.start();
    for (let times = 0; times < 5; times += 1) {
      await advance(10_000);
      expect(state("a")).toBe("live");
      servers.connections.at(-1)?.die("crash");
      await advance(0);
    }
    expect(state("a")).toBe("suspended");
    await fleet.close();
  });

  it("is forgotten by reconnect", async () => {
    const { fleet, servers, advance, rest, state } = fleetBench(rowsOf("a"));
    servers.script("a", (attempt) => attempt.refuse(new Error("no")));
    fleet.start();
    await advance(60_000);
    expect(state("a")).toBe("suspended");
    servers.script("a", (attempt) => attempt.accept());
    await fleet.reconnect("a");
    await fleet.settled(["a"]);
    expect(fleet.server("a")).toMatchObject({ state: "live", restarts: 0 });
    expect(fleet.server("a")?.fault).toBeUndefined();
    servers.connections[0]?.die("gone");
    await rest();
    expect(state("a")).toBe("waiting to retry");
    await fleet.close();
  });
});

describe("asking for a connection", () => {
  it("is answered at once by a live one", async () => {
    const bench = fleetBench(rowsOf("a"));
    await goLive(bench, "a");
    expect(await bench.fleet.connection("a")).toBe(bench.servers.connections[0]);
    expect(bench.servers.attempts).toHaveLength(1);
    await bench.fleet.close();
  });

  it("makes one attempt that all who ask share, from idle, disconnected and waiting alike", async () => {
    const { fleet, servers, rest, advance, state } = fleetBench(rowsOf("a"));
    const ask = async () => {
      const asked = [fleet.connection("a"), fleet.connection("a", UNUSED)];
      await rest();
      const connection = servers.last("a").accept();
      expect(await Promise.all(asked)).toEqual([connection, connection]);
    };
    await ask();
    expect(servers.attempts).toHaveLength(1);
    await fleet.disconnect("a");
    expect([state("a"), servers.open()]).toEqual(["disconnected", 0]);
    await advance(600_000);
    expect(servers.attempts).toHaveLength(1);
    await ask();
    servers.connections.at(-1)?.die("gone");
    await rest();
    expect(state("a")).toBe("waiting to retry");
    await ask();
    expect(servers.attempts).toHaveLength(3);
    expect(fleet.server("a")?.retryAt).toBeUndefined();
    await fleet.close();
  });

  it("fails with what the attempt failed with", async () => {
    const { fleet, servers } = fleetBench(rowsOf("a"));
    const refusal = new Fault("not_found", "There is no program x.", { hint: "Install x." });
    servers.script("a", (attempt) => attempt.refuse(refusal));
    await expect(fleet.connection("a")).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("There is no program x."),
      hint: "Install x.",
      cause: refusal,
    });
    await fleet.close();
  });

  it("ends its waiting after the budget while the attempt goes on", async () => {
    const { fleet, servers, advance, rest, state } = fleetBench([
      { server: scriptedServer("a", { startupTimeoutMs: 1_000 }) },
    ]);
    const late = fleet.connection("a").catch((error: unknown) => error);
    await advance(1_000);
    expect(await late).toMatchObject({ code: "unavailable", message: expect.stringContaining("within 1 s") });
    const asked = fleet.connection("a");
    await rest();
    servers.last("a").accept();
    expect(await asked).toBe(servers.connections[0]);
    expect([servers.attempts.length, state("a")]).toEqual([1, "live"]);
    await fleet.close();
  });

  it("whoever cancels ends their own waiting only, and one that was cancelled before begins nothing", async () => {
    const { fleet, servers, rest, waiting } = fleetBench(rowsOf("a"));
    const cancelled = AbortSignal.abort(new Error("never mind"));
    await expect(fleet.connection("a", cancelled)).rejects.toThrow("never mind");
    expect([servers.attempts.length, waiting()]).toEqual([0, 0]);
    const caller = new AbortController();
    const first = fleet.connection("a", caller.signal);
    const second = fleet.connection("a");
    await rest();
    caller.abort(new Error("taken back"));
    await expect(first).rejects.toBe(caller.signal.reason);
    expect(servers.last("a").cancel.aborted).toBe(false);
    servers.last("a").accept();
    expect(await second).toBe(servers.connections[0]);
    await fleet.close();
  });

  it("stays with the server when it is begun anew, and not when it is disconnected", async () => {
    const { fleet, servers, rest } = fleetBench(rowsOf("a"));
    const asked = fleet.connection("a");
    await rest();
    await fleet.reconnect("a");
    await rest();
    expect(servers.attempts.map(({ cancel }) => cancel.aborted)).toEqual([true, false]);
    servers.last("a").accept();
    expect(await asked).toBe(servers.connections[0]);
    await fleet.disconnect("a");
    const again = fleet.connection("a");
    await rest();
    const [refused] = await Promise.allSettled([again, fleet.disconnect("a")]);
    expect(refused).toMatchObject({ reason: { message: expect.stringContaining("disconnected") } });
    await fleet.close();
  });
});

describe("a server that wants a person to sign in", () => {
  it("is not retried until somebody asks for it", async () => {
    const { fleet, servers, advance, rest, state } = fleetBench(rowsOf("a"));
    const wish = new NeedsSignIn("a");
    servers.script("a", (attempt) => attempt.refuse(wish));
    fleet.start();
    await advance(3_600_000);
    expect([state("a"), servers.attempts.length]).toEqual(["needs sign-in", 1]);
    await expect(fleet.connection("a")).rejects.toBe(wish);
    for (let times = 0; times < 10; times += 1) await expect(fleet.connection("a")).rejects.toBe(wish);
    servers.script("a", (attempt) => attempt.accept());
    await fleet.reconnect("a");
    await rest();
    expect(state("a")).toBe("live");
    await fleet.close();
  });
});

describe("an attempt that others have overtaken", () => {
  it.each(["reconnect", "disconnect"] as const)("is closed by %s and never reported", async (overtake) => {
    const { fleet, servers, rest, listings, told } = fleetBench(rowsOf("a"));
    const listing = deferred<[]>();
    servers.script("a", (attempt) => attempt.accept({ list: () => listing.promise }));
    fleet.start();
    await rest();
    const over = fleet[overtake]("a");
    listing.resolve([]);
    await over;
    await rest();
    expect(servers.connections[0]?.isOpen()).toBe(false);
    expect(listings.length).toBe(overtake === "reconnect" ? 1 : 0);
    await fleet.close();
    expect(told.filter(({ state }) => state === "live")).toHaveLength(overtake === "reconnect" ? 1 : 0);
  });

  it("is not live although it was judged, if it was called off meanwhile and takes its time to go", async () => {
    const [judged, closing] = [deferred(), deferred()];
    const { fleet, servers, rest, told } = fleetBench(rowsOf("a"), {
      listener: { onListing: () => judged.promise },
    });
    servers.script("a", (attempt) => attempt.accept({ tools: [{ name: "x" }], closing: closing.promise }));
    fleet.start();
    await rest();
    const over = fleet.disconnect("a");
    judged.resolve();
    await rest();
    closing.resolve();
    await over;
    expect(told.map(({ state }) => state)).toEqual(["connecting", "disconnected"]);
    expect(fleet.server("a")?.tools).toBeUndefined();
    await fleet.close();
  });

  it("is closed when it comes although it was called off", async () => {
    const { fleet, servers, rest, state } = fleetBench(rowsOf("a"), {
      connect: async (_server, { cancel }) => {
        await new Promise((resolve) => cancel.addEventListener("abort", resolve));
        return servers.connect(scriptedServer("late"), { cancel: UNUSED });
      },
    });
    servers.script("late", (attempt) => attempt.accept());
    fleet.start();
    await rest();
    await fleet.disconnect("a");
    expect(servers.connections.map(({ listings }) => listings())).toEqual([0]);
    expect([state("a"), servers.open()]).toEqual(["disconnected", 0]);
    await fleet.close();
  });

  it("is gone before the next one begins, or has had its time", async () => {
    const { fleet, servers, rest, advance } = fleetBench(rowsOf("a"));
    const closing = deferred();
    servers.script("a", (attempt) => attempt.accept({ closing: closing.promise }));
    fleet.start();
    await rest();
    void fleet.reconnect("a");
    await rest();
    expect(servers.attempts).toHaveLength(1);
    closing.resolve();
    await rest();
    expect(servers.attempts).toHaveLength(2);
    servers.script("a", (attempt) => attempt.accept({ closing: new Promise(() => undefined) }));
    await fleet.reconnect("a");
    await rest();
    void fleet.reconnect("a");
    await advance(10_000);
    expect(servers.attempts).toHaveLength(4);
    const closed = fleet.close();
    await advance(10_000);
    await closed;
  });

  it("a listing is judged to its end before the next is", async () => {
    const judged = [deferred(), deferred()];
    const order: string[] = [];
    const { fleet, servers, rest } = fleetBench(rowsOf("a"), {
      listener: {
        onListing: async () => {
          const turn = judged.shift();
          order.push("begins");
          await turn?.promise;
          order.push("ends");
        },
      },
    });
    const [first, second] = judged;
    servers.script("a", (attempt) => attempt.accept());
    fleet.start();
    await rest();
    void fleet.reconnect("a");
    await rest();
    expect(order).toEqual(["begins"]);
    first?.resolve();
    await rest();
    expect(order).toEqual(["begins", "ends", "begins"]);
    second?.resolve();
    await rest();
    expect(fleet.server("a")?.state).toBe("live");
    await fleet.close();
  });
});

describe("whoever listens", () => {
  it("is told every state, and may throw or meddle without harm", async () => {
    const { fleet, servers, rest, told, state } = fleetBench(rowsOf("a", "b"), {
      listener: {
        onState: ({ id, state: now }) => {
          if (id === "b" && now === "connecting") void fleet.disconnect("b");
          throw new Error("a listener's own trouble");
        },
      },
    });
    servers.script("a", (attempt) => attempt.accept());
    fleet.start();
    await rest();
    servers.connections[0]?.die("gone");
    await rest();
    expect(told.filter(({ id }) => id === "a").map((server) => server.state)).toEqual([
      "connecting",
      "live",
      "waiting to retry",
    ]);
    expect(state("b")).toBe("disconnected");
    await fleet.close();
  });
});

async function goLive({ fleet, servers }: FleetBench, id: string): Promise<void> {
  servers.script(id, (attempt) => attempt.accept());
  fleet.start([id]);
  await fleet.settled([id]);
}

/** Lets a retry come that is due, and tells how long it was waited for. */
async function retry({ fleet, servers, clock, advance }: FleetBench, id: string): Promise<number> {
  const attempts = servers.attemptsOf(id).length;
  const wait = (fleet.server(id)?.retryAt ?? Number.NaN) - clock.now();
  if (wait > 0) await advance(wait - 1);
  expect(servers.attemptsOf(id).length).toBe(attempts);
  await advance(Math.min(wait, 1));
  expect(servers.attemptsOf(id).length).toBeGreaterThan(attempts);
  return wait;
}
