import { describe, expect, it } from "vitest";
import { createMemoryCache, manualClock } from "../../backends/index.ts";
import { failedOutcome, jsonResult, textResult, type ToolOutcome } from "../../kernel/index.ts";
import { cache } from "./cache.ts";
import type { CallFacts, Run } from "./policy.ts";

const FACTS: CallFacts = { callId: "c1", tool: "t", key: "k", isRead: true, cacheMs: 1_000 };
const never = new AbortController().signal;
const turn = () => new Promise((next) => void setImmediate(next));

function watch() {
  const clock = manualClock();
  const policy = cache(createMemoryCache({ clock }));
  let runs = 0;
  const ask = (more: Partial<CallFacts> = {}, run?: Run, cancel = never) =>
    policy(
      async (shared) => {
        runs += 1;
        const callId = more.callId ?? "c1";
        return run?.(shared) ?? { callId, isError: false, output: runs, result: textResult(`${runs}`) };
      },
      { ...FACTS, ...more },
    )(cancel);
  return { clock, ask, runs: () => runs };
}

const failing: Run = async () => failedOutcome("c1", { code: "unavailable", message: "no" });

const odd: Run = async () => ({ callId: "c1", isError: false, output: 1n, result: jsonResult(1n) });

describe("cache", () => {
  it("R207: answers the same call from memory until its time is over, under the new call's id", async () => {
    const { clock, ask } = watch();
    expect(await ask()).toMatchObject({ callId: "c1", output: 1 });
    clock.advance(999);
    expect(await ask({ callId: "c2" })).toMatchObject({ callId: "c2", output: 1 });
    clock.advance(1);
    expect(await ask()).toMatchObject({ output: 2 });
  });

  it("R207: does not keep failures", async () => {
    const { ask, runs } = watch();
    expect((await ask({}, failing)).isError).toBe(true);
    expect((await ask()).isError).toBe(false);
    expect(runs()).toBe(2);
  });

  it("keeps only reads of tools that say so, and confuses neither tools nor inputs", async () => {
    const { ask, runs } = watch();
    for (const more of [{ cacheMs: undefined }, { cacheMs: 0 }, { isRead: false }]) {
      await ask(more);
      await ask(more);
    }
    expect(runs()).toBe(6);
    for (const more of [{}, { tool: "u" }, { key: "l" }]) await ask(more);
    expect(runs()).toBe(9);
  });

  it("R207: who asks meanwhile waits for the same run; one who leaves does not cancel it for the others", async () => {
    const { ask, runs } = watch();
    const reason = new Error("enough");
    const [one, two] = [new AbortController(), new AbortController()];
    let shared: AbortSignal | undefined;
    let finish: ((outcome: ToolOutcome) => void) | undefined;
    const slow: Run = (cancel) => {
      shared = cancel;
      return new Promise((resolve) => (finish = resolve));
    };
    const first = ask({}, slow, one.signal);
    const second = ask({ callId: "c2" }, slow, two.signal);
    await turn();
    one.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(shared?.aborted).toBe(false);
    finish?.({ callId: "c1", isError: false, output: "made", result: textResult("made") });
    expect(await second).toMatchObject({ callId: "c2", output: "made" });
    expect(runs()).toBe(1);
  });

  it("does not keep what cannot be measured", async () => {
    const { ask, runs } = watch();
    expect((await ask({}, odd)).output).toBe(1n);
    await ask();
    expect(runs()).toBe(2);
  });
});
