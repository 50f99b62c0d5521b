import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type LimitedWork, type Limits, withinLimits } from "./limits.ts";

const timeUp = (): Error => new Error("time is up");
const limits = (over: Partial<Limits>): Limits => ({ silenceMs: 10_000, totalMs: 10_000, timeUp, ...over });

/** Work that never ends, and what it was told when it had to. */
function endless(everyMs?: number) {
  const seen: { told?: unknown } = {};
  const work: LimitedWork<never> = (stop, alive) =>
    new Promise((_, reject) => {
      const beat = everyMs === undefined ? undefined : setInterval(alive, everyMs);
      stop.addEventListener("abort", () => {
        clearInterval(beat);
        seen.told = stop.reason;
        reject(new Error("stopped"));
      });
    });
  return { work, seen };
}

describe("work within limits", () => {
  it("gives its result or its own error", async () => {
    expect(await withinLimits(limits({}), () => Promise.resolve(7))).toBe(7);
    await expect(withinLimits(limits({}), () => Promise.reject(new Error("mine")))).rejects.toThrow("mine");
  });

  it("ends after too long a silence, and is told so", async () => {
    const { work, seen } = endless();
    await expect(withinLimits(limits({ silenceMs: 20 }), work)).rejects.toThrow("time is up");
    expect(seen.told).toBe("it took too long");
  });

  it("ends after too long a time, whatever signs of life it gives", async () => {
    const { work } = endless(5);
    await expect(withinLimits(limits({ silenceMs: 5_000, totalMs: 100 }), work)).rejects.toThrow(
      "time is up",
    );
  });

  it("is not silent while a person is asked, but still ends in the end", async () => {
    const began = performance.now();
    const asked = limits({ silenceMs: 10, totalMs: 150, isPersonAsked: () => true });
    await expect(withinLimits(asked, endless().work)).rejects.toThrow("time is up");
    expect(performance.now() - began).toBeGreaterThanOrEqual(149);
  });

  it("ends with the reason of whoever cancels, and tells nobody that reason", async () => {
    const { work, seen } = endless();
    const leaving = new AbortController();
    const reason = new Error("s3cret plans");
    const running = withinLimits(limits({ cancel: leaving.signal }), work);
    leaving.abort(reason);
    await expect(running).rejects.toBe(reason);
    expect(seen.told).toBe("the caller took it back");
  });

  it("leaves nothing on a signal that lives longer", async () => {
    const leaving = new AbortController();
    let listening = 0;
    const { signal } = leaving;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    Object.assign(signal, {
      addEventListener: (...args: Parameters<typeof add>) => (listening++, add(...args)),
      removeEventListener: (...args: Parameters<typeof remove>) => (listening--, remove(...args)),
    });
    await withinLimits(limits({ cancel: signal }), () => sleep(1));
    await sleep(1);
    expect(listening).toBe(0);
  });
});
