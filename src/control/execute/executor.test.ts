import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { createMemoryCache, manualClock } from "../../backends/index.ts";
import {
  failedOutcome,
  type FaultCode,
  textResult,
  type Timer,
  type ToolOutcome,
} from "../../kernel/index.ts";
import { createExecutor, type ExecutorOptions } from "./executor.ts";
import type { CallFacts, Run } from "./policy.ts";

const FACTS: CallFacts = { callId: "c1", tool: "t", key: "k", isRead: true, timeoutMs: 1_000 };
const never = new AbortController().signal;
const done: ToolOutcome = { callId: "c1", isError: false, output: "done", result: textResult("done") };
const failing = (code: FaultCode) => failedOutcome("c1", { code, message: code });
const turn = () => new Promise((next) => void setImmediate(next));
const heedful: Run = (cancel) =>
  new Promise((_, reject) => {
    cancel.addEventListener("abort", () => reject(cancel.reason as Error));
  });

function watch(options: ExecutorOptions = {}) {
  const clock = manualClock();
  const executor = createExecutor({
    clock,
    timer: clock,
    cache: createMemoryCache({ clock }),
    graceMs: 50,
    retry: { attempts: 3, baseMs: 10, random: () => 1 },
    breaker: { failures: 3, openMs: 5_000 },
    ...options,
  });
  const execute = (run: Run, more: Partial<CallFacts> = {}, cancel = never) =>
    executor.execute(run, { ...FACTS, ...more }, cancel);
  return { clock, execute };
}

/** Rings at the next turn, for waits whose length does not matter. */
const quick: Timer = {
  after: (ms, ring) => {
    const waiting = ms < 1_000 ? setImmediate(ring) : undefined;
    return () => clearImmediate(waiting);
  },
};

describe("createExecutor", () => {
  it("R211, R213: makes a call with its limits: a read that fails for a moment succeeds after a wait", async () => {
    const { clock, execute } = watch();
    let runs = 0;
    const running = execute(async () => (++runs < 2 ? failing("unavailable") : done));
    await turn();
    expect(runs).toBe(1);
    clock.advance(10);
    expect(await running).toBe(done);
  });

  it("R211: the time limit covers all attempts and the waits between them", async () => {
    const { clock, execute } = watch({ retry: { attempts: 100, baseMs: 400, random: () => 1 } });
    let runs = 0;
    const running = execute(async () => (runs++, failing("unavailable")));
    for (let at = 0; at < 10; at += 1) {
      await turn();
      clock.advance(400);
    }
    expect((await running).error?.code).toBe("timeout");
    expect(runs).toBe(2);
  });

  it("R212: attempts count, and an open circuit ends the retrying", async () => {
    const { execute } = watch({ timer: quick });
    let runs = 0;
    const run: Run = async () => (runs++, failing("unavailable"));
    expect((await execute(run)).error?.message).toBe("unavailable");
    expect(runs).toBe(3);
    expect((await execute(run)).error).toMatchObject({ retryAfterMs: 5_000 });
    expect(runs).toBe(3);
  });

  it("R212: a run that many share counts once, and waiting for a place counts not at all", async () => {
    const { clock, execute } = watch({ limiter: { most: 1 }, retry: { attempts: 1 } });
    const shared = Array.from({ length: 10 }, () =>
      execute(async () => failing("unavailable"), { cacheMs: 1_000 }),
    );
    expect((await Promise.all(shared)).map(({ error }) => error?.message)).toEqual(
      Array.from({ length: 10 }, () => "unavailable"),
    );
    expect(await execute(async () => done)).toBe(done);

    const hog = execute(heedful, { tool: "hog" });
    const waiting = Array.from({ length: 10 }, () => execute(async () => done, { timeoutMs: 500 }));
    clock.advance(500);
    for (const outcome of await Promise.all(waiting)) expect(outcome.error?.code).toBe("timeout");
    clock.advance(500);
    await hog;
    expect(await execute(async () => done)).toBe(done);
  });

  it("R212: timeouts of the executor itself open the circuit", async () => {
    const { clock, execute } = watch();
    for (let at = 0; at < 3; at += 1) {
      const running = execute(heedful);
      await turn();
      clock.advance(1_000);
      expect((await running).error?.code).toBe("timeout");
    }
    expect((await execute(async () => done)).error?.message).toContain("not tried");
  });

  it("a run that hangs whatever happens does not keep its place for ever", async () => {
    const { clock, execute } = watch({ limiter: { most: 1 } });
    const hanging = execute(() => new Promise(() => undefined), { tool: "hangs" });
    const next = execute(async () => done, { timeoutMs: 10_000 });
    clock.advance(1_000);
    clock.advance(50);
    expect((await hanging).error?.code).toBe("timeout");
    expect(await next).toBe(done);
  });

  it("cancellation is thrown from wherever the call is: waiting, running, repeating or sharing", async () => {
    const reason = new Error("enough");
    const { execute } = watch({ limiter: { most: 1 }, breaker: { failures: 2 } });
    const hog = new AbortController();
    const places: readonly [Run, Partial<CallFacts>][] = [
      [heedful, {}],
      [async () => failing("timeout"), {}],
      [heedful, { cacheMs: 1_000 }],
      [() => new Promise(() => undefined), { cacheMs: 1_000, key: "other" }],
    ];
    for (const [run, more] of places) {
      const caller = new AbortController();
      const running = execute(run, more, caller.signal);
      await turn();
      caller.abort(reason);
      await expect(running).rejects.toBe(reason);
      await turn();
    }
    const deaf = execute(() => new Promise(() => undefined), { tool: "hog" }, hog.signal);
    const caller = new AbortController();
    const waiting = execute(async () => done, {}, caller.signal);
    await turn();
    caller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    hog.abort(reason);
    void deaf.catch(() => undefined);
    await expect(execute(async () => done, {}, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it("200 concurrent calls under one signal: all answered, bounded, without a warning or a leak", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const { execute } = watch({ limiter: { most: 16 } });
    const caller = new AbortController();
    let [active, peak] = [0, 0];
    const run: Run = async () => {
      active += 1;
      peak = Math.max(peak, active);
      await turn();
      active -= 1;
      return done;
    };
    const all = Array.from({ length: 200 }, (_, at) => execute(run, { callId: `c${at}` }, caller.signal));
    expect((await Promise.all(all)).every(({ isError }) => !isError)).toBe(true);
    await turn();
    process.off("warning", note);
    expect([active, peak, warnings]).toEqual([0, 16, []]);
    expect(getEventListeners(caller.signal, "abort")).toEqual([]);
  });

  it("works without a cache", async () => {
    const executor = createExecutor();
    const facts = { ...FACTS, cacheMs: 1_000 };
    let runs = 0;
    for (let at = 0; at < 2; at += 1) await executor.execute(async () => (runs++, done), facts, never);
    expect(runs).toBe(2);
  });
});
