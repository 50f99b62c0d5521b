import { describe, expect, it } from "vitest";
import { makeContext, manualClock } from "../../backends/index.ts";
import { defineTool, Fault, textResult, type ToolContext, type ToolResult } from "../../kernel/index.ts";
import { createExecutor } from "../execute/executor.ts";
import type { Trace } from "../record/trace.ts";
import { traced } from "./traced.ts";
import { underPolicy } from "./under-policy.ts";

function watch(run: (ctx: ToolContext) => Promise<ToolResult> | ToolResult, startMs = 5_000) {
  const clock = manualClock(startMs);
  const kept: Trace[] = [];
  const tool = defineTool({
    name: "look",
    path: "world.tools.file.look",
    trust: "L1",
    parameters: {},
    run: (_, ctx) => run(ctx),
  });
  let ids = 0;
  const options = {
    clock,
    newId: () => `t${++ids}`,
    definition: "d1",
    record: (trace: Trace) => void kept.push(trace),
  };
  return { clock, kept, tool, options, look: traced(tool, options) };
}

const CALL = { id: "c1", name: "look", input: { at: "it" } };

const storeIsFull = () => Promise.reject(new Fault("unavailable", "The store is full."));

describe("traced", () => {
  it("R206, R253: yields the result together with a trace of how it came about", async () => {
    const change = { path: "/a", kind: "create" } as const;
    const { clock, look, kept } = watch(() => {
      clock.advance(7);
      return textResult("seen", { changes: [change] });
    });
    const ctx = makeContext();
    const { result, trace, unwrap } = await look.invokeTraced(CALL, ctx);
    expect(result).toMatchObject({ content: [{ kind: "text", text: "seen" }], isError: false });
    expect(unwrap()).toBe(result);
    expect(trace).toEqual({
      id: "t1",
      session: ctx.state.id,
      tool: "look",
      path: "world.tools.file.look",
      definition: "d1",
      trust: "L1",
      input: { at: "it" },
      output: "seen",
      success: true,
      durationMs: 7,
      alternatives: [],
      changes: [change],
      at: 5_000,
    });
    expect(kept).toEqual([trace]);
  });

  it("R253: a failure is no throw: the result is null, success false, and the error says why", async () => {
    const { look } = watch(() => {
      throw new Fault("not_found", "There is no it.", { hint: "Try that." });
    });
    const { result, trace, unwrap } = await look.invokeTraced(CALL, makeContext());
    expect(result).toBeNull();
    expect(trace).toMatchObject({
      output: null,
      success: false,
      error: { code: "not_found", message: "There is no it.", hint: "Try that." },
    });
    expect(unwrap).toThrow(expect.objectContaining({ code: "not_found", hint: "Try that." }));
  });

  it("R253: a failure that is told in the content alone has an error text too", async () => {
    const { look } = watch(() => ({ content: [{ kind: "text", text: "exit 2" }], isError: true }));
    const { result, trace } = await look.invokeTraced(CALL, makeContext());
    expect(result).toBeNull();
    expect(trace.error).toEqual({ code: "tool_error", message: "exit 2" });
  });

  it("R206: every call leaves one trace, also those made in the usual way", async () => {
    const { look, kept } = watch(() => textResult("seen"));
    const outcome = await look.invoke(CALL, makeContext());
    expect(outcome).toMatchObject({ callId: "c1", output: "seen" });
    await look.bind(() => makeContext()).execute("c2", {});
    expect(kept.map(({ id, success }) => [id, success])).toEqual([
      ["t1", true],
      ["t2", true],
    ]);
  });

  it("R206: notes of the caller are on the trace: the session, the call above, what else was considered", async () => {
    const { look } = watch(() => textResult("seen"));
    const notes = {
      session: "s1",
      parent: "t0",
      via: "tool_call",
      trust: "L3",
      alternatives: [{ what: "write", why: "denied" }],
    } as const;
    expect((await look.invokeTraced(CALL, makeContext(), notes)).trace).toMatchObject(notes);
  });

  it("R256: the duration comes from a clock that never goes back, whatever the wall clock does", async () => {
    let [wall, steady] = [1_000_000, 40];
    const { tool, options } = watch(() => {
      [wall, steady] = [wall - 500_000, steady + 25];
      return textResult("seen");
    });
    const clock = { now: () => wall, monotonic: () => steady };
    const { trace } = await traced(tool, { ...options, clock }).invokeTraced(CALL, makeContext());
    expect(trace).toMatchObject({ at: 1_000_000, durationMs: 25 });
  });

  it("a cancelled call is thrown and leaves a trace, even if that cannot be kept", async () => {
    const reason = new Error("enough");
    let caller = new AbortController();
    const { look, kept, tool, options } = watch(() => {
      caller.abort(reason);
      throw reason;
    });
    await expect(look.invokeTraced(CALL, makeContext({ cancel: caller.signal }))).rejects.toBe(reason);
    expect(kept).toMatchObject([{ success: false, output: null, error: { code: "cancelled" } }]);
    const full = traced(tool, { ...options, record: storeIsFull });
    caller = new AbortController();
    await expect(full.invoke(CALL, makeContext({ cancel: caller.signal }))).rejects.toBe(reason);
  });

  it("says so when the trace of a call that ended cannot be kept", async () => {
    const { tool, options } = watch(() => textResult("seen"));
    const full = traced(tool, { ...options, record: storeIsFull });
    expect((await full.invoke(CALL, makeContext())).error).toMatchObject({ message: "The store is full." });
    await expect(full.invokeTraced(CALL, makeContext())).rejects.toThrow("The store is full.");
  });

  it("R211: with an executor inside it traces calls that run within limits", async () => {
    const { clock, kept, tool, options } = watch(() => new Promise<ToolResult>(() => undefined));
    const executor = createExecutor({ clock, timer: clock, graceMs: 10 });
    const limited = underPolicy(tool, (run, facts) => (cancel) => executor.execute(run, facts, cancel), {
      timeoutMs: 90,
    });
    const running = traced(limited, options).invokeTraced(CALL, makeContext());
    clock.advance(90);
    clock.advance(10);
    const { result, trace } = await running;
    expect(result).toBeNull();
    expect(trace).toMatchObject({ success: false, error: { code: "timeout" }, durationMs: 100 });
    expect(kept).toEqual([trace]);
  });
});
