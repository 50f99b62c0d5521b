import { describe, expect, it } from "vitest";
import { manualClock } from "../../backends/index.ts";
import { failedOutcome, Fault, textResult, type ToolOutcome } from "../../kernel/index.ts";
import type { CallFacts, Run } from "./policy.ts";
import { timeout } from "./timeout.ts";

const FACTS: CallFacts = { callId: "c1", tool: "slow", key: "k", isRead: true, timeoutMs: 100 };
const never = new AbortController().signal;
const done: ToolOutcome = { callId: "c1", isError: false, output: "done", result: textResult("done") };
const turn = () => new Promise((next) => void setImmediate(next));

function watch() {
  const clock = manualClock();
  const policy = timeout({ timer: clock, graceMs: 50 });
  const start = (run: Run, { facts = FACTS, cancel = never } = {}) => policy(run, facts)(cancel);
  return { clock, start };
}

/** Ends when its signal does, as a well-behaved tool. */
const heedful: Run = (cancel) =>
  new Promise((_, reject) => {
    cancel.addEventListener("abort", () => reject(cancel.reason as Error));
  });

const deaf: Run = () => new Promise(() => undefined);
const folding: Run = (cancel) =>
  heedful(cancel).catch(() => failedOutcome("c1", { code: "cancelled", message: "gone" }));

describe("timeout", () => {
  it("R211: a call that takes too long is aborted and ends in a timeout that says what to do", async () => {
    const { clock, start } = watch();
    let signal: AbortSignal | undefined;
    const running = start((cancel) => heedful((signal = cancel)));
    clock.advance(99);
    expect(signal?.aborted).toBe(false);
    clock.advance(1);
    expect(signal?.aborted).toBe(true);
    expect(await running).toMatchObject({
      callId: "c1",
      isError: true,
      error: { code: "timeout", message: expect.stringContaining("0.1 s"), hint: expect.any(String) },
    });
  });

  it("warns that a change may have happened all the same", async () => {
    const { clock, start } = watch();
    const running = start(heedful, { facts: { ...FACTS, isRead: false } });
    clock.advance(100);
    expect((await running).error?.hint).toContain("look before you repeat");
  });

  it("gives up on a run that does not listen, after the grace", async () => {
    const { clock, start } = watch();
    let isOver = false;
    const running = start(deaf).finally(() => (isOver = true));
    clock.advance(149);
    await turn();
    expect(isOver).toBe(false);
    clock.advance(1);
    expect((await running).error?.code).toBe("timeout");
  });

  it("returns what was completed in spite of the abort, because it did happen", async () => {
    const { clock, start } = watch();
    const finishing: Run = (cancel) =>
      new Promise((resolve) => {
        cancel.addEventListener("abort", () => resolve(done));
      });
    const running = start(finishing);
    clock.advance(100);
    expect(await running).toBe(done);
  });

  it("leaves a quick call, and one without a limit, alone", async () => {
    const { clock, start } = watch();
    let signal: AbortSignal | undefined;
    expect(await start(async (cancel) => ((signal = cancel), done))).toBe(done);
    clock.advance(1_000);
    expect(signal?.aborted).toBe(false);
    for (const timeoutMs of [undefined, Number.POSITIVE_INFINITY, Number.NaN]) {
      let resolve: ((outcome: ToolOutcome) => void) | undefined;
      const running = start(() => new Promise((settle) => (resolve = settle)), {
        facts: { ...FACTS, timeoutMs },
      });
      clock.advance(1e12);
      resolve?.(done);
      expect(await running).toBe(done);
    }
  });

  it("a cancelled call throws the reason, also when its time is up meanwhile or the tool folded it", async () => {
    const { clock, start } = watch();
    const reason = new Error("enough");
    for (const run of [heedful, deaf, folding]) {
      const caller = new AbortController();
      const running = start(run, { cancel: caller.signal });
      void running.catch(() => undefined);
      caller.abort(reason);
      await turn();
      clock.advance(200);
      await expect(running).rejects.toBe(reason);

      const late = new AbortController();
      const timedOut = start(run, { cancel: late.signal });
      void timedOut.catch(() => undefined);
      clock.advance(100);
      late.abort(reason);
      await turn();
      clock.advance(200);
      await expect(timedOut).rejects.toBe(reason);
    }
    let ran = false;
    const refused = start(async () => ((ran = true), done), { cancel: AbortSignal.abort(reason) });
    await expect(refused).rejects.toBe(reason);
    expect(ran).toBe(false);
  });

  it("turns what a run throws into an outcome", async () => {
    const { start } = watch();
    const thrown = await start(() => Promise.reject(new Fault("not_found", "nothing there")));
    expect(thrown).toMatchObject({ isError: true, error: { code: "not_found" } });
    const early = await start(() => {
      throw new TypeError("broken");
    });
    expect(early.error).toEqual({ code: "tool_error", message: "broken" });
  });
});
