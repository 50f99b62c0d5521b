import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../backends/index.ts";
import { failedOutcome, type FaultCode, textResult, type ToolOutcome } from "../../kernel/index.ts";
import { breaker } from "./breaker.ts";
import { DeadlineFault } from "./deadline-fault.ts";
import { type CallFacts, compose, type Run } from "./policy.ts";
import { timeout } from "./timeout.ts";

const FACTS: CallFacts = { callId: "c1", tool: "far", key: "k", isRead: true };
const never = new AbortController().signal;
const done: ToolOutcome = { callId: "c1", isError: false, output: "done", result: textResult("done") };

function watch({ failures = 3, most = 100 } = {}) {
  const clock = manualClock();
  const policy = breaker({ clock, failures, openMs: 1_000, most });
  let runs = 0;
  const make = (run: Run, facts: CallFacts = FACTS) =>
    policy((cancel) => {
      runs += 1;
      return run(cancel);
    }, facts)(never);
  const fail = (code: FaultCode = "unavailable", facts?: CallFacts) =>
    make(async () => failedOutcome("c1", { code, message: `${code}!` }), facts);
  const answer = (facts?: CallFacts) => make(async () => done, facts);
  return { clock, make, fail, answer, policy, runs: () => runs };
}

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let at = 0; at < count; at += 1) await act();
}

const hanging: Run = (cancel) =>
  new Promise((_, reject) => {
    cancel.addEventListener("abort", () => reject(cancel.reason as Error));
  });

const of = (peer: string) => ({ ...FACTS, peer });

describe("breaker", () => {
  it("R212: opens after repeated failures and then fails fast, saying when to try again", async () => {
    const { clock, fail, answer, runs } = watch();
    await times(3, fail);
    clock.advance(400);
    expect(await answer()).toMatchObject({
      callId: "c1",
      isError: true,
      error: {
        code: "unavailable",
        message: expect.stringMatching(/far was not tried.*3 times.*unavailable!/),
        hint: expect.stringContaining("in 1 s"),
        retryAfterMs: 600,
      },
    });
    expect(runs()).toBe(3);
  });

  it("R212: half open it lets one probe through at a time; success closes it", async () => {
    const { clock, make, fail, answer, runs } = watch();
    await times(3, fail);
    clock.advance(1_000);
    let finish: ((outcome: ToolOutcome) => void) | undefined;
    const probe = make(() => new Promise((resolve) => (finish = resolve)));
    expect((await answer()).error).toMatchObject({ code: "unavailable", retryAfterMs: expect.any(Number) });
    expect(runs()).toBe(4);
    finish?.(done);
    expect(await probe).toBe(done);
    expect(await answer()).toBe(done);
    await times(2, fail);
    expect(await answer()).toBe(done);
  });

  it("R212: a failed probe opens it for the whole time again", async () => {
    const { clock, fail, answer } = watch();
    await times(3, fail);
    clock.advance(1_000);
    expect((await fail()).error?.message).toBe("unavailable!");
    clock.advance(999);
    expect((await answer()).isError).toBe(true);
    clock.advance(1);
    expect(await answer()).toBe(done);
  });

  it("R212: counts transport failures and timeouts only, each by itself", async () => {
    const { fail, answer } = watch();
    for (const code of ["tool_error", "not_found", "invalid_input", "denied_trust"] as const) {
      await times(5, () => fail(code));
    }
    expect(await answer()).toBe(done);
    await times(2, () => fail("unavailable"));
    await times(2, () => fail("timeout"));
    await times(5, () => fail("invalid_input"));
    expect((await fail("timeout")).error?.message).toBe("timeout!");
    expect((await answer()).isError).toBe(true);
  });

  it("an answer, whatever it says, takes the failures back", async () => {
    const { fail, answer } = watch();
    await times(2, fail);
    await fail("not_found");
    await times(2, fail);
    expect(await answer()).toBe(done);
  });

  it("one capability or peer does not close the way to another", async () => {
    const { fail, answer } = watch();
    const dead = { ...FACTS, peer: "dead.test" };
    await times(3, () => fail("unavailable", dead));
    expect((await answer(dead)).error?.message).toContain("far (dead.test)");
    expect(await answer({ ...FACTS, peer: "other.test" })).toBe(done);
    expect(await answer({ ...FACTS, tool: "near" })).toBe(done);
  });

  it("cancellation is no failure, and a cancelled probe is no verdict", async () => {
    const { clock, make, fail, answer } = watch();
    const reason = new Error("enough");
    const cancelled = () => expect(make(() => Promise.reject(reason))).rejects.toBe(reason);
    await times(5, cancelled);
    expect(await answer()).toBe(done);
    await times(3, fail);
    clock.advance(1_000);
    await cancelled();
    await fail("invalid_input");
    expect((await fail()).error?.message).toBe("unavailable!");
    expect((await answer()).error?.message).toContain("not tried");
  });

  it("counts a deadline around it, but not the deadline of a call it is part of", async () => {
    const { clock, policy, answer } = watch();
    const facts = { ...FACTS, timeoutMs: 10 };
    const limited = compose(timeout({ timer: clock }), policy);
    const outer = new DeadlineFault({ ...facts, tool: "pipeline" });
    await times(5, async () => {
      const caller = new AbortController();
      const running = limited(hanging, facts)(caller.signal);
      caller.abort(outer);
      await expect(running).rejects.toBe(outer);
    });
    expect(await answer()).toBe(done);
    await times(3, async () => {
      const running = limited(hanging, facts)(never);
      clock.advance(10);
      expect((await running).error?.code).toBe("timeout");
    });
    expect((await answer()).error?.message).toContain("not tried");
  });

  it("calls that began before it opened neither keep it open nor stop it from closing", async () => {
    const { clock, make, fail, answer } = watch();
    const ends: ((outcome: ToolOutcome) => void)[] = [];
    const slow = [1, 2].map(() => make(() => new Promise((resolve) => ends.push(resolve))));
    await times(3, fail);
    clock.advance(500);
    ends[0]?.(failedOutcome("c1", { code: "unavailable", message: "late" }));
    await slow[0];
    expect((await answer()).error).toMatchObject({ retryAfterMs: 500 });
    ends[1]?.(done);
    await slow[1];
    expect(await answer()).toBe(done);
  });

  it("remembers only so many circuits", async () => {
    const { fail, answer } = watch({ failures: 1, most: 2 });
    for (const peer of ["a", "b", "c"]) await fail("timeout", of(peer));
    expect((await answer(of("a"))).isError).toBe(false);
    expect((await answer(of("c"))).isError).toBe(true);
  });

  it("R212: is open exactly when so many failures came in a row and their time is not over", async () => {
    const step = fc.oneof(
      fc.constantFrom<"fail" | "answer">("fail", "answer"),
      fc.integer({ min: 1, max: 1_500 }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { clock, fail, answer, runs } = watch();
        let [row, openUntil, expected] = [0, 0, 0];
        for (const next of steps) {
          if (typeof next === "number") {
            clock.advance(next);
            continue;
          }
          if (row < 3 || clock.monotonic() >= openUntil) {
            expected += 1;
            row = next === "answer" ? 0 : row + 1;
            if (row >= 3) openUntil = clock.monotonic() + 1_000;
          }
          await (next === "answer" ? answer() : fail());
          expect(runs()).toBe(expected);
        }
      }),
    );
  });
});
