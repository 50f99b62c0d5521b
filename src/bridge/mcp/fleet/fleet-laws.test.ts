import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type FleetBench, fleetBench } from "../../../../test/mcp/fleet-bench.ts";
import { type ConnectionScript, scriptedServer } from "../../../../test/mcp/scripted-servers.ts";
import { NeedsSignIn } from "../wire/needs-sign-in.ts";
import type { ServerState } from "./fleet.ts";

const IDS = ["a", "b"] as const;

/** Where a server may go from where it is. */
const LEGAL: Readonly<Record<ServerState, readonly ServerState[]>> = {
  idle: ["connecting", "disconnected", "pending approval"],
  connecting: [
    "live",
    "waiting to retry",
    "suspended",
    "needs sign-in",
    "connecting",
    "disconnected",
    "pending approval",
  ],
  live: ["waiting to retry", "suspended", "connecting", "disconnected", "pending approval"],
  "waiting to retry": ["connecting", "disconnected", "pending approval"],
  suspended: ["connecting", "disconnected", "pending approval"],
  "needs sign-in": ["connecting", "disconnected", "pending approval"],
  // One that was taken away while it waited, or comes back to wait, does so unheard.
  "pending approval": ["connecting", "idle", "pending approval", "disconnected"],
  disconnected: ["connecting", "disconnected", "idle", "pending approval"],
};

/** How many connections are open in each state, once everything that can happen now has. */
const OPEN: Readonly<Partial<Record<string, readonly number[]>>> = { live: [1], connecting: [0, 1] };

/** What people and servers do; whoever asks takes whatever comes of it. */
const STEPS = {
  "start all": ({ fleet }) => fleet.start(),
  ask: ({ fleet }, id) => fleet.connection(id),
  "ask and take it back": ({ fleet }, id) => fleet.connection(id, soonAborted()),
  reconnect: ({ fleet }, id) => fleet.reconnect(id),
  disconnect: ({ fleet }, id) => fleet.disconnect(id),
  accept: (bench, id) => accept(bench, id, {}),
  "accept, not list": (bench, id) => accept(bench, id, { list: () => Promise.reject(new Error("no")) }),
  "accept, list never": (bench, id) => accept(bench, id, { list: () => new Promise(() => undefined) }),
  refuse: (bench, id) => openAttempt(bench, id)?.refuse(new Error("no")),
  "ask to sign in": (bench, id) => openAttempt(bench, id)?.refuse(new NeedsSignIn(id)),
  die: ({ servers }, id) => servers.connectionOf(id)?.die("gone"),
  "change its list": ({ servers }, id) => servers.connectionOf(id)?.change("tools"),
} satisfies Record<string, (bench: FleetBench, id: string) => unknown>;

const aStep = fc.record({
  does: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
  id: fc.constantFrom(...IDS),
});

const aConfiguration = fc.record({
  rows: fc.array(
    fc.record({
      id: fc.constantFrom(...IDS),
      command: fc.constantFrom("one", "two"),
      trust: fc.constantFrom("L2", "L3"),
      pending: fc.option(fc.constantFrom("not yet", "it has changed"), { nil: undefined, freq: 4 }),
    }),
    { maxLength: 3 },
  ),
});

const aWhile = fc.record({ passes: fc.constantFrom(0, 1, 700, 31_000, 130_000, 301_000) });

type Happening = typeof aStep | typeof aConfiguration extends fc.Arbitrary<infer T> ? T : never;

it("whatever happens in whatever order, at most one connection to a server is open, states follow each other as they may, and closing leaves nothing", async () => {
  const happenings = fc.array(
    fc.oneof(
      { arbitrary: aStep, weight: 8 },
      { arbitrary: aConfiguration, weight: 1 },
      { arbitrary: aWhile, weight: 3 },
    ),
    { maxLength: 40, size: "max" },
  );
  await fc.assert(
    fc.asyncProperty(happenings, fc.constantFrom(...MANNERS), async (all, manner) => {
      const bench = fleetBench(IDS.map((id) => ({ server: scriptedServer(id) })));
      behave(bench, manner);
      const asked: Promise<unknown>[] = [];
      for (const happening of all) {
        if ("passes" in happening) await bench.advance(happening.passes);
        else asked.push(happen(bench, happening).catch(() => undefined));
        expectAtMostOneOpen(bench);
        await bench.rest();
        expectLawful(bench);
      }
      await bench.fleet.close();
      expect([bench.servers.open(), bench.waiting()]).toEqual([0, 0]);
      expectLegalSteps(bench);
      await Promise.all(asked);
      await bench.advance(600_000);
      expect(bench.servers.open()).toBe(0);
    }),
    { numRuns: 150 },
  );
});

async function happen(bench: FleetBench, happening: Happening): Promise<void> {
  if ("does" in happening) await STEPS[happening.does](bench, happening.id);
  else {
    const rows = happening.rows.map(({ id, pending, ...settings }) => ({
      server: scriptedServer(id, settings),
      pending,
    }));
    await bench.fleet.update(rows);
  }
}

/** How the servers answer when nothing else is said. */
const MANNERS = ["wait", "accept", "refuse", "come when called off"] as const;

function behave({ servers }: FleetBench, manner: (typeof MANNERS)[number]): void {
  for (const id of IDS)
    servers.script(id, (attempt) => {
      if (manner === "accept") attempt.accept();
      if (manner === "refuse") attempt.refuse(new Error("no"));
      if (manner === "come when called off")
        attempt.cancel.addEventListener("abort", () => attempt.isOver() || attempt.accept());
    });
}

function soonAborted(): AbortSignal {
  const caller = new AbortController();
  queueMicrotask(() => caller.abort());
  return caller.signal;
}

function accept(bench: FleetBench, id: string, script: ConnectionScript): void {
  openAttempt(bench, id)?.accept(script);
}

function openAttempt({ servers }: FleetBench, id: string) {
  const attempt = servers.attemptsOf(id).at(-1);
  return attempt?.isOver() === true ? undefined : attempt;
}

function expectAtMostOneOpen({ servers }: FleetBench): void {
  for (const id of IDS) expect(servers.open(id)).toBeLessThanOrEqual(1);
}

function expectLawful(bench: FleetBench): void {
  for (const id of IDS) {
    const { state, retryAt } = bench.fleet.server(id) ?? { state: "taken away" };
    expect(OPEN[state] ?? [0]).toContain(bench.servers.open(id));
    expect(retryAt !== undefined).toBe(state === "waiting to retry" || state === "suspended");
  }
}

function expectLegalSteps({ told }: FleetBench): void {
  for (const id of IDS) {
    const states = told.filter((server) => server.id === id).map(({ state }) => state);
    for (const [index, after] of states.slice(1).entries()) expect(LEGAL[states[index]!]).toContain(after);
  }
}
