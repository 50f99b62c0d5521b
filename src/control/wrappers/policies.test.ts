import { describe, expect, it } from "vitest";
import { createMemoryCache, createMemoryFs, makeContext, manualClock } from "../../backends/index.ts";
import {
  defineTool,
  type Effect,
  Fault,
  type FaultCode,
  reads,
  textResult,
  type Timer,
  writes,
} from "../../kernel/index.ts";
import { cached } from "./cached.ts";
import { retrying } from "./retrying.ts";

const quick: Timer = {
  after: (_, ring) => {
    queueMicrotask(ring);
    return () => undefined;
  },
};

/** A tool that fails in these ways, one after the other, and then counts its runs. */
function counting(failures: readonly FaultCode[] = [], effects: readonly Effect[] = [reads("filesystem")]) {
  let runs = 0;
  const tool = defineTool({
    name: "count",
    parameters: {},
    effects,
    run: () => {
      const code = failures[runs];
      runs += 1;
      if (code !== undefined) throw new Fault(code, code);
      return textResult(`run ${runs}`);
    },
  });
  return { tool, runs: () => runs };
}

const call = (input: unknown = {}, id = "c1") => ({ id, name: "count", input });

function remembering(failures: readonly FaultCode[] = [], effects?: readonly Effect[]) {
  const clock = manualClock();
  const { tool, runs } = counting(failures, effects);
  return { clock, runs, tool: cached(tool, { cache: createMemoryCache({ clock }), keepMs: 100 }) };
}

describe("cached", () => {
  it("R207: remembers by input for a while, whatever the order of its fields, and then runs again", async () => {
    const { clock, tool } = remembering();
    const ctx = makeContext();
    const ask = async (input: unknown, id?: string) => (await tool.invoke(call(input, id), ctx)).output;
    expect(await ask({ a: 1, b: 2 })).toBe("run 1");
    expect(await ask({ b: 2, a: 1 })).toBe("run 1");
    expect(await ask({ a: 2 })).toBe("run 2");
    clock.advance(100);
    expect(await ask({ a: 1, b: 2 })).toBe("run 3");
    expect((await tool.invoke(call({ a: 2 }, "c9"), ctx)).callId).toBe("c9");
  });

  it("R207: does not remember failures", async () => {
    const { tool } = remembering(["not_found"]);
    const ctx = makeContext();
    expect((await tool.invoke(call(), ctx)).error?.code).toBe("not_found");
    expect((await tool.invoke(call(), ctx)).output).toBe("run 2");
  });

  it("never answers for a tool that changes something, nor for an input that has no canonical form", async () => {
    const changing = remembering([], [writes("filesystem")]);
    const reading = remembering();
    const ctx = makeContext();
    for (let at = 0; at < 2; at += 1) {
      await changing.tool.invoke(call(), ctx);
      await reading.tool.invoke(call({ n: Number.NaN }), ctx);
    }
    expect([changing.runs(), reading.runs()]).toEqual([2, 2]);
  });

  it("two sessions, folders or file systems share nothing", async () => {
    const { tool, runs } = remembering();
    const ctx = makeContext();
    const others = [
      { ...ctx, state: makeContext().state },
      { ...ctx, cwd: "/else" },
      { ...ctx, fs: createMemoryFs() },
    ];
    for (const each of [ctx, ...others, ctx]) await tool.invoke(call(), each);
    expect(runs()).toBe(4);
  });
});

describe("retrying", () => {
  it("R208: tries again with growing waits, up to a limit", async () => {
    const waits: number[] = [];
    const timer: Timer = { after: (ms, ring) => (waits.push(ms), quick.after(ms, ring)) };
    const { tool, runs } = counting(["unavailable", "timeout", "unavailable", "unavailable"]);
    const patient = retrying(tool, { attempts: 3, baseMs: 100, random: () => 1, timer });
    expect((await patient.invoke(call(), makeContext())).error?.code).toBe("unavailable");
    expect([runs(), waits]).toEqual([3, [100, 200]]);
    expect((await patient.invoke(call(), makeContext())).output).toBe("run 5");
  });

  it("R208: does not try again what will fail again, nor what changes something", async () => {
    for (const code of ["invalid_input", "not_found", "tool_error", "denied_policy"] as const) {
      const { tool, runs } = counting([code]);
      await retrying(tool, { timer: quick }).invoke(call(), makeContext());
      expect(runs()).toBe(1);
    }
    const { tool, runs } = counting(["unavailable"], [writes("filesystem")]);
    await retrying(tool, { timer: quick }).invoke(call(), makeContext());
    expect(runs()).toBe(1);
  });
});
