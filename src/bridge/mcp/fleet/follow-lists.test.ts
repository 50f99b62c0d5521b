import { describe, expect, it } from "vitest";
import { deferred, type Deferred } from "../../../../test/mcp/deferred.ts";
import { type FleetBench, fleetBench, rowsOf } from "../../../../test/mcp/fleet-bench.ts";
import type { ConnectionScript, ScriptedConnection } from "../../../../test/mcp/scripted-servers.ts";
import type { RemoteDefinition } from "../../../ledger/index.ts";

describe("a list that changes", () => {
  it("is listed again and judged again", async () => {
    const bench = fleetBench(rowsOf("a"));
    const connection = await liveConnection(bench, { tools: [{ name: "x" }] });
    connection.offer([{ name: "x" }, { name: "y" }]);
    connection.change("tools");
    await bench.advance(0);
    expect(bench.listings.map(({ tools }) => tools.length)).toEqual([1, 2]);
    expect(bench.fleet.server("a")).toMatchObject({ state: "live", tools: 2 });
    await bench.fleet.close();
  });

  it("is listed once for many notices, and once more for those that come meanwhile", async () => {
    const bench = fleetBench(rowsOf("a"));
    const answers: Deferred<readonly RemoteDefinition[]>[] = [];
    const list = () => {
      const answer = deferred<readonly RemoteDefinition[]>();
      answers.push(answer);
      return answer.promise;
    };
    bench.servers.script("a", (attempt) => attempt.accept({ list }));
    bench.fleet.start();
    await bench.rest();
    const connection = bench.servers.connections[0]!;
    // What changes between connecting and the first answer is not lost.
    connection.change("tools");
    answers[0]?.resolve([]);
    await bench.advance(0);
    expect([bench.state("a"), answers.length]).toEqual(["live", 2]);
    for (let notices = 0; notices < 50; notices += 1) connection.change("tools");
    await bench.advance(60_000);
    expect(answers).toHaveLength(2);
    answers[1]?.resolve([]);
    await bench.advance(60_000);
    expect(answers).toHaveLength(3);
    answers[2]?.resolve([]);
    await bench.advance(60_000);
    expect(answers).toHaveLength(3);
    await bench.fleet.close();
  });

  it("that goes on changing is listed after ever longer pauses, and at once again after a quiet time", async () => {
    const bench = fleetBench(rowsOf("a"));
    const connection = await liveConnection(bench);
    const listed = await momentsOfListing(bench, connection, 200_000, 100);
    const pauses = listed.map((at, index) => at - (listed[index - 1] ?? 0));
    expect(pauses.slice(0, 8)).toEqual([0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]);
    expect(Math.max(...pauses)).toBe(30_000);
    await bench.advance(90_000);
    const before = connection.listings();
    connection.change("tools");
    await bench.advance(0);
    expect(connection.listings()).toBe(before + 1);
    connection.change("tools");
    await bench.advance(500);
    expect(connection.listings()).toBe(before + 2);
    await bench.fleet.close();
  });

  it("that cannot be listed leaves the last one, says so, and is tried again", async () => {
    const bench = fleetBench(rowsOf("a"));
    const answers = [
      async () => [{ name: "x" }],
      () => Promise.reject(new Error("-32603")),
      async () => [{ name: "x" }, { name: "y" }],
    ];
    const connection = await liveConnection(bench, { list: () => answers.shift()!() });
    connection.change("tools");
    await bench.advance(0);
    expect(bench.fleet.server("a")).toMatchObject({
      state: "live",
      tools: 1,
      fault: expect.stringContaining("-32603"),
    });
    expect(bench.listings).toHaveLength(1);
    await bench.advance(500);
    expect(bench.fleet.server("a")).toMatchObject({ state: "live", tools: 2 });
    expect(bench.fleet.server("a")?.fault).toBeUndefined();
    await bench.fleet.close();
  });

  it("is not listed for a server that offers no tools, nor once its connection was ended", async () => {
    const bench = fleetBench(rowsOf("a"));
    const without = await liveConnection(bench, { offersTools: false });
    without.change("tools");
    await bench.advance(60_000);
    expect(without.listings()).toBe(0);
    await bench.fleet.disconnect("a");
    const connection = await liveConnection(bench);
    connection.change("tools");
    await bench.fleet.disconnect("a");
    connection.change("tools");
    await bench.advance(60_000);
    expect(connection.listings()).toBe(1);
    expect(bench.waiting()).toBe(0);
    await bench.fleet.close();
  });

  it("of resources or prompts is passed on", async () => {
    const changes: unknown[] = [];
    const onListChanged = (...change: unknown[]): void => {
      changes.push(change);
      throw new Error("a listener's own trouble");
    };
    const bench = fleetBench(rowsOf("a"), { listener: { onListChanged } });
    const connection = await liveConnection(bench);
    connection.change("resources");
    connection.change("prompts");
    await bench.fleet.close();
    connection.change("prompts");
    expect(changes).toEqual([
      ["a", "resources"],
      ["a", "prompts"],
    ]);
  });
});

async function liveConnection(bench: FleetBench, script: ConnectionScript = {}): Promise<ScriptedConnection> {
  bench.servers.script("a", (attempt) => attempt.accept(script));
  return (await bench.fleet.connection("a")) as ScriptedConnection;
}

/** Has the list change all the time, and tells when it was listed, from the first change on. */
async function momentsOfListing(
  { clock, advance }: FleetBench,
  connection: ScriptedConnection,
  during: number,
  every: number,
): Promise<number[]> {
  const begin = clock.monotonic();
  const moments: number[] = [];
  let listings = connection.listings();
  while (clock.monotonic() - begin < during) {
    connection.change("tools");
    await advance(0);
    if (connection.listings() > listings) moments.push(clock.monotonic() - begin);
    listings = connection.listings();
    await advance(every);
    if (connection.listings() > listings) moments.push(clock.monotonic() - begin);
    listings = connection.listings();
  }
  return moments;
}
