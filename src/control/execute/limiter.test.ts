import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textResult, type ToolOutcome } from "../../kernel/index.ts";
import { limiter } from "./limiter.ts";
import type { CallFacts } from "./policy.ts";

const never = new AbortController().signal;
const facts = (callId: string, isNested = false): CallFacts => ({
  callId,
  tool: "t",
  key: "k",
  isRead: true,
  isNested,
});
const turn = () => new Promise((next) => void setImmediate(next));

function watch(most: number) {
  const policy = limiter({ most });
  const begun: string[] = [];
  const running = new Map<string, (fails?: boolean) => void>();
  let peak = 0;
  const start = (id: string, { cancel = never, isNested = false } = {}) =>
    policy(
      (signal) =>
        new Promise<ToolOutcome>((resolve, reject) => {
          begun.push(signal.aborted ? `${id}, too late` : id);
          running.set(id, (fails = false) => {
            running.delete(id);
            if (fails) reject(new Error(id));
            else resolve({ callId: id, isError: false, output: id, result: textResult(id) });
          });
          peak = Math.max(peak, running.size);
        }),
      facts(id, isNested),
    )(cancel);
  return { start, begun, running, peak: () => peak };
}

describe("limiter", () => {
  it("200 calls at once: never more than the limit, in the order they came, and all of them answered", async () => {
    const { start, begun, running, peak } = watch(8);
    const ids = Array.from({ length: 200 }, (_, at) => `c${at}`);
    const all = Promise.all(ids.map((id) => start(id)));
    while (begun.length < 200 || running.size > 0) {
      running.values().next().value?.();
      await turn();
    }
    expect((await all).map(({ callId }) => callId)).toEqual(ids);
    expect(begun).toEqual(ids);
    expect(peak()).toBe(8);
  });

  it("nobody slips in while a place changes hands", async () => {
    const { start, begun, running } = watch(1);
    const first = start("first");
    const second = start("second");
    await turn();
    running.get("first")?.();
    const third = start("third");
    for (const id of ["second", "third"]) {
      await turn();
      running.get(id)?.();
    }
    await Promise.all([first, second, third]);
    expect(begun).toEqual(["first", "second", "third"]);
  });

  it("who waits can leave, and who leaves takes no place", async () => {
    const { start, begun, running } = watch(1);
    const reason = new Error("enough");
    const caller = new AbortController();
    const first = start("first");
    const left = start("left", { cancel: caller.signal });
    const last = start("last");
    caller.abort(reason);
    await expect(left).rejects.toBe(reason);
    running.get("first")?.();
    await first;
    await turn();
    running.get("last")?.();
    await last;
    expect(begun).toEqual(["first", "last"]);
  });

  it("a cancellation at any moment of a place changing hands loses no place", async () => {
    const ways = new Set<string>();
    for (let ticks = 0; ticks < 12; ticks += 1) {
      const { start, begun, running } = watch(1);
      const caller = new AbortController();
      const all = Promise.allSettled([
        start("first"),
        start("left", { cancel: caller.signal }),
        start("last"),
      ]);
      await turn();
      running.get("first")?.();
      for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      caller.abort(new Error("enough"));
      for (const id of ["left", "last"]) {
        await turn();
        running.get(id)?.();
      }
      const [, left, last] = await all;
      expect(last?.status).toBe("fulfilled");
      expect(begun).toEqual(left?.status === "fulfilled" ? ["first", "left", "last"] : ["first", "last"]);
      ways.add(left?.status ?? "");
    }
    expect(ways).toEqual(new Set(["rejected", "fulfilled"]));
  });

  it("a call that another one waits for needs no place", async () => {
    const { start, running } = watch(1);
    const outer = start("outer");
    await turn();
    const inner = start("inner", { isNested: true });
    await turn();
    running.get("inner")?.();
    running.get("outer")?.();
    expect([(await inner).callId, (await outer).callId]).toEqual(["inner", "outer"]);
  });

  it("places are neither lost nor won, whatever succeeds, fails and leaves", async () => {
    const fate = fc.constantFrom("succeeds", "fails", "leaves");
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fate, { maxLength: 30 }),
        async (most, fates) => {
          const { start, running, peak } = watch(most);
          const callers = fates.map(() => new AbortController());
          const all = Promise.allSettled(
            fates.map((_, at) => start(`${at}`, { cancel: callers[at]?.signal ?? never })),
          );
          fates.forEach((each, at) => each === "leaves" && callers[at]?.abort(new Error("left")));
          await turn();
          while (running.size > 0) {
            const [id = "", end] = running.entries().next().value ?? [];
            end?.(fates[Number(id)] === "fails");
            await turn();
          }
          await all;
          expect(peak()).toBeLessThanOrEqual(most);
          const after = Array.from({ length: most + 1 }, (_, at) => start(`after ${at}`));
          await turn();
          expect(running.size).toBe(most);
          while (running.size > 0) {
            running.values().next().value?.();
            await turn();
          }
          await Promise.all(after);
        },
      ),
      { numRuns: 40 },
    );
  });
});
