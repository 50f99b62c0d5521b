import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  failedOutcome,
  type FaultCode,
  textResult,
  type Timer,
  type ToolOutcome,
} from "../../kernel/index.ts";
import type { FailFast } from "./fail-fast.ts";
import type { CallFacts } from "./policy.ts";
import { retry, type RetryOptions } from "./retry.ts";

const FACTS: CallFacts = { callId: "c1", tool: "t", key: "k", isRead: true };
const never = new AbortController().signal;
const done: ToolOutcome = { callId: "c1", isError: false, output: "done", result: textResult("done") };
const failing = (code: FaultCode) => failedOutcome("c1", { code, message: code });

/** Rings at the next turn and remembers what it was asked for. */
function quickTimer() {
  const waits: number[] = [];
  const timer: Timer = {
    after: (ms, ring) => {
      waits.push(ms);
      queueMicrotask(ring);
      return () => undefined;
    },
  };
  return { waits, timer };
}

async function tryOut(outcomes: readonly ToolOutcome[], options: RetryOptions = {}, facts = FACTS) {
  const { waits, timer } = quickTimer();
  let runs = 0;
  const run = async () => outcomes[Math.min(runs++, outcomes.length - 1)] ?? done;
  const outcome = await retry({ timer, random: () => 1, ...options })(run, facts)(never);
  return { outcome, runs, waits };
}

describe("retry", () => {
  it("R213: makes a read again after a failure that may pass, with waits that double", async () => {
    const tried = await tryOut([failing("unavailable"), failing("timeout"), done], {
      attempts: 4,
      baseMs: 100,
    });
    expect(tried).toEqual({ outcome: done, runs: 3, waits: [100, 200] });
  });

  it("R213: gives up at the limit with the last failure, and waits no longer than the longest", async () => {
    const tried = await tryOut([failing("unavailable")], { attempts: 5, baseMs: 100, longestMs: 300 });
    expect(tried).toEqual({ outcome: failing("unavailable"), runs: 5, waits: [100, 200, 300, 300] });
  });

  it("R208, R213: what will not pass is not made again, nor is anything that is no read", async () => {
    const codes: readonly FaultCode[] = [
      ...(["invalid_input", "not_found", "tool_error", "unknown_tool", "needs_approval"] as const),
      ...(["denied_scope", "denied_mode", "denied_policy", "denied_trust", "denied_proof"] as const),
    ];
    for (const code of codes) expect((await tryOut([failing(code)])).runs).toBe(1);
    const change = await tryOut([failing("unavailable")], {}, { ...FACTS, isRead: false });
    expect(change.runs).toBe(1);
  });

  it("does not knock again where it was told when to come back", async () => {
    const error: FailFast = { code: "unavailable", message: "open", retryAfterMs: 5_000 };
    expect((await tryOut([failedOutcome("c1", error)])).runs).toBe(1);
  });

  it("R213: every wait is jittered between half of it and all of it", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 6 }),
        async (dice, n) => {
          const options = { attempts: n, baseMs: 100, longestMs: 1_000, random: () => dice };
          const { waits } = await tryOut([failing("timeout")], options);
          expect(waits).toHaveLength(n - 1);
          waits.forEach((wait, at) => {
            const whole = Math.min(1_000, 100 * 2 ** at);
            expect(wait).toBeCloseTo(whole / 2 + (whole / 2) * dice);
          });
        },
      ),
    );
  });

  it("cancelling ends the wait at once, with the reason, and the timer with it", async () => {
    const reason = new Error("enough");
    for (const isEarly of [true, false]) {
      const caller = new AbortController();
      let stopped = 0;
      let runs = 0;
      const timer: Timer = { after: () => () => void stopped++ };
      const run = async () => {
        runs += 1;
        if (isEarly) caller.abort(reason);
        return failing("unavailable");
      };
      const running = retry({ timer })(run, FACTS)(caller.signal);
      await Promise.resolve();
      await Promise.resolve();
      if (!isEarly) caller.abort(reason);
      await expect(running).rejects.toBe(reason);
      expect([runs, stopped]).toEqual([1, 1]);
    }
  });

  it("passes on what was thrown, without another attempt", async () => {
    const reason = new DOMException("gone", "AbortError");
    let runs = 0;
    const run = () => {
      runs += 1;
      return Promise.reject(reason);
    };
    await expect(retry()(run, FACTS)(never)).rejects.toBe(reason);
    expect(runs).toBe(1);
  });
});
