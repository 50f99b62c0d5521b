import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { TestFleet } from "../open-test-fleet.ts";
import { besideNeighbour, hostile, outcomeOf } from "./beside-neighbour.ts";

describe("a server that goes on misbehaving", () => {
  it("R94: a slow one holds up nobody, and is there when it is ready", async () => {
    const slow = hostile("slow 1500,100", { startupTimeoutMs: 300 });
    const outcomes = await besideNeighbour([slow, hostile("honest")], async ({ fleet }) => {
      await fleet.settled();
      expect(fleet.server("honest")).toMatchObject({ state: "live", tools: 1 });
      await until(() => fleet.server("slow 1500,100")?.state === "live");
      expect(await outcomeOf(fleet, "slow 1500,100")).toBe("works");
    });
    expect(outcomes).toEqual({ "slow 1500,100": "no connection: unavailable", honest: "works" });
  });

  it("one that crashes is started again, and its next call works", async () => {
    await besideNeighbour([hostile("crash result")], async ({ fleet }) => {
      for (let round = 0; round < 2; round += 1) {
        await until(() => fleet.server("crash result")?.state !== "live");
        expect(await outcomeOf(fleet, "crash result")).toBe("works");
      }
      expect(fleet.server("crash result")?.restarts).toBeGreaterThan(0);
    });
  });

  it("one that never starts is left alone after some tries, and tells why", async () => {
    await besideNeighbour([hostile("crash start")], async ({ fleet, states }) => {
      await until(() => fleet.server("crash start")?.state === "suspended");
      const tries = states.filter(({ id, state }) => id === "crash start" && state === "connecting");
      expect(tries).toHaveLength(3);
      expect(fleet.server("crash start")).toMatchObject({ errorLines: ["giving up at start"] });
      expect(fleet.server("crash start")?.fault).toMatch(/ended|exit/i);
    });
  });

  it.each(["changing-list 5", "--modern changing-list 5"])(
    "one whose list always changes (%s) is followed, and no faster than is good",
    async (words) => {
      await besideNeighbour([hostile(words)], async ({ fleet, listings }) => {
        const listed = () => listings.filter(({ server }) => server.id === words);
        await until(() => listed().length >= 4);
        const [before, began] = [listed().length, performance.now()];
        await sleep(500);
        // Announced every 5 ms, listed at most every 100.
        const most = (performance.now() - began) / 100 + 2;
        expect(listed().length - before).toBeGreaterThan(0);
        expect(listed().length - before).toBeLessThanOrEqual(most);
        const names = listed().map(({ tools }) => tools.at(-1)?.["name"]);
        expect(new Set(names).size).toBe(names.length);
        expect(await outcomeOf(fleet, words)).toBe("works");
      });
    },
  );

  it("R105: a call that only ever makes progress goes on until it is cancelled, and the server is told", async () => {
    await besideNeighbour([hostile("endless-progress", { callTimeoutMs: SILENCE_MS })], cancelsAfterProgress);
  });
});

const SILENCE_MS = 500;

async function cancelsAfterProgress({ fleet }: TestFleet): Promise<void> {
  const connection = await fleet.connection("endless-progress");
  const cancelled = new AbortController();
  let notes = 0;
  const began = performance.now();
  const call = connection.callTool(
    "echo",
    { text: "for ever" },
    {
      cancel: cancelled.signal,
      onProgress: () => {
        notes += 1;
        if (performance.now() - began > 3 * SILENCE_MS) cancelled.abort(new Error("enough"));
      },
    },
  );
  await expect(call).rejects.toThrow("enough");
  expect(notes).toBeGreaterThan(10);
  const answer = await connection.callTool("echo", { text: "cancelled?" });
  expect(answer).toMatchObject({ content: [{ text: "1 cancelled" }] });
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(10);
}
