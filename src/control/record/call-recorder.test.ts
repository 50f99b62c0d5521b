import { describe, expect, it } from "vitest";
import { createMemoryAnchor, createMemoryTrail } from "../../../test/memory-trail.ts";
import { Fault } from "../../kernel/index.ts";
import { auditKeyFrom } from "../audit/audit-key.ts";
import { createAudit } from "../audit/create-audit.ts";
import { verifyAudit } from "../audit/verify-audit.ts";
import type { Decision } from "../decision.ts";
import { createEvents, type DeckhandEvent } from "../events/events.ts";
import { createRedactor } from "../redact/redactor.ts";
import type { Trace } from "./trace.ts";
import type { CallFacts, Granularity } from "./call-record.ts";
import { createCallRecorder } from "./call-recorder.ts";

const FACTS: CallFacts = {
  session: "s",
  tool: "read",
  path: "world.tools.file.read",
  definition: "d1",
  trust: "L2",
  input: { path: "a.txt" },
};
const DENIAL: Extract<Decision, { verdict: "deny" }> = {
  verdict: "deny",
  code: "denied_trust",
  reason: "Trust level L0 insufficient for world.tools.file.write",
};

function desk({ granularity }: { readonly granularity?: Granularity } = {}) {
  const { key } = auditKeyFrom(undefined, { records: 0 });
  const trail = createMemoryTrail();
  const anchor = createMemoryAnchor();
  const redactor = createRedactor({ secrets: () => ["swordfish"] });
  const time = { wall: 1000, monotonic: 50 };
  const clock = { now: () => time.wall, monotonic: () => time.monotonic };
  const audit = createAudit({ store: trail, key, anchor, clock, redactor });
  const events = createEvents();
  const told: DeckhandEvent[] = [];
  events.subscribe("", (event) => told.push(event));
  const traces: Trace[] = [];
  const failures: { traces?: Error } = {};
  const store = {
    async addTraces(added: readonly Trace[]) {
      await new Promise(setImmediate);
      if (failures.traces !== undefined) throw failures.traces;
      traces.push(...added);
    },
  };
  const options = granularity === undefined ? {} : { granularity };
  const recorder = createCallRecorder({ store, audit, events, redactor, clock, ...options });
  const types = async (): Promise<string[]> => {
    await events.settled();
    return told.map(({ type }) => type);
  };
  const verdict = async () => {
    await audit.close();
    return verifyAudit({ store: trail, key, anchor });
  };
  return { recorder, trail, traces, told, types, time, failures, events, verdict };
}

describe("the record of a call", () => {
  it("R250: has its id, path, input, output, success, duration, alternatives and time", async () => {
    const { recorder, traces, time } = desk();
    const record = recorder.begin(FACTS);
    time.monotonic += 12.5;
    const trace = await record.finish({ output: "three lines" });
    expect(trace).toEqual({
      id: record.id,
      session: "s",
      tool: "read",
      path: "world.tools.file.read",
      definition: "d1",
      trust: "L2",
      input: { path: "a.txt" },
      output: "three lines",
      success: true,
      durationMs: 12.5,
      alternatives: [],
      at: 1000,
    });
    expect(traces).toEqual([trace]);
  });

  it("R250: of a failure has the error and no output", async () => {
    const { recorder, traces } = desk();
    await recorder.begin(FACTS).finish({ output: "half", error: { code: "timeout", message: "too slow" } });
    expect(traces).toMatchObject([
      { success: false, output: null, error: { code: "timeout", message: "too slow" } },
    ]);
  });

  it("R237, R250: is one trace and one closing audit record, allowed, failed or denied", async () => {
    const { recorder, traces, trail, types, verdict } = desk();
    await recorder.begin(FACTS).finish({ output: "" });
    await recorder.begin(FACTS).finish({ error: { code: "tool_error", message: "no such file" } });
    await recorder.begin(FACTS).denied(DENIAL);
    expect(traces.map(({ success }) => success)).toEqual([true, false, false]);
    expect(trail.rows.map(({ kind, trace }) => [kind, trace])).toEqual([
      ["completed", traces[0]?.id],
      ["failed", traces[1]?.id],
      ["denied", traces[2]?.id],
    ]);
    expect(await types()).toEqual([
      "tool.invoked",
      "tool.completed",
      "tool.invoked",
      "tool.failed",
      "tool.invoked",
      "tool.trust_denied",
    ]);
    expect(await verdict()).toEqual({ ok: true, records: 3 });
  });

  it("R259: of an undo says so in the trail, and ends as any call does", async () => {
    const { recorder, trail, traces, types, verdict } = desk();
    const record = recorder.begin({ ...FACTS, tool: "undo" });
    await record.intend("takes back t1");
    await record.undone({ output: { restored: ["a.txt"] } });
    await record.undone({ output: "again" });
    await recorder.begin({ ...FACTS, tool: "undo" }).undone({ error: { code: "tool_error", message: "no" } });
    expect(trail.rows.map(({ kind }) => kind)).toEqual(["intent", "undone", "failed"]);
    expect(traces.map(({ success }) => success)).toEqual([true, false]);
    expect(await types()).toEqual(["tool.invoked", "tool.completed", "tool.invoked", "tool.failed"]);
    expect(await verdict()).toEqual({ ok: true, records: 3 });
  });

  it("R251: is stored before the end settles, and before anybody is told", async () => {
    const { recorder, traces, trail, told, events } = desk();
    const order: string[] = [];
    events.subscribe("tool.completed", () =>
      order.push(`told with ${traces.length} trace and ${trail.rows.length} record`),
    );
    await recorder.begin(FACTS).finish({ output: "" });
    order.push(`settled with ${traces.length} trace and ${trail.rows.length} record`);
    await events.settled();
    expect(order).toEqual(["settled with 1 trace and 1 record", "told with 1 trace and 1 record"]);
    expect(told).toHaveLength(2);
  });

  it("R259: ends once, whatever is called after that", async () => {
    const { recorder, traces, trail, types } = desk();
    const record = recorder.begin(FACTS);
    const ends = await Promise.all([
      record.finish({ output: "first" }),
      record.denied(DENIAL),
      record.finish({ error: { code: "timeout", message: "late" } }),
    ]);
    expect(new Set(ends).size).toBe(1);
    expect(traces).toHaveLength(1);
    expect(trail.rows).toHaveLength(1);
    expect(await types()).toEqual(["tool.invoked", "tool.completed"]);
  });

  it("R252, R258: tells what was called and what came of it, in short", async () => {
    const { recorder, told, events } = desk();
    await recorder
      .begin({ ...FACTS, input: { path: "a".repeat(1000) } })
      .finish({ output: "b".repeat(1000) });
    await events.settled();
    expect(told[1]).toMatchObject({
      source: "world.tools.file.read",
      payload: { tool_path: "file.read", trust_level: "SUGGESTION", duration_ms: 0 },
    });
    expect(String(told[1]?.payload["input"]).length).toBeLessThan(300);
    expect(String(told[1]?.payload["result"]).length).toBeLessThan(300);
  });

  it("R254: has the alternatives that the caller and the call noted, and none by default", async () => {
    const { recorder } = desk();
    expect((await recorder.begin(FACTS).finish({ output: "" })).alternatives).toEqual([]);
    const record = recorder.begin({ ...FACTS, alternatives: [{ what: "grep", why: "the file is known" }] });
    record.alternative("lines 41–48", "less alike than lines 7–14");
    const trace = await record.finish({
      output: "",
      alternatives: [{ what: "lines 60–67", why: "less alike" }],
    });
    expect(trace.alternatives).toEqual([
      { what: "grep", why: "the file is known" },
      { what: "lines 41–48", why: "less alike than lines 7–14" },
      { what: "lines 60–67", why: "less alike" },
    ]);
  });

  it("R255, R278: has the refused attempt among its alternatives without being asked to", async () => {
    const { recorder } = desk();
    const trace = await recorder.begin(FACTS).denied(DENIAL);
    expect(trace.alternatives).toEqual([{ what: 'read {"path":"a.txt"}', why: DENIAL.reason }]);
    expect(trace.error).toEqual({ code: "denied_trust", message: DENIAL.reason });
  });

  it("R255, R278: has timing and inner state only with granularity C", async () => {
    const details = await Promise.all(
      ([undefined, "B", "C"] as const).map(async (granularity) => {
        const { recorder, time } = desk(granularity === undefined ? {} : { granularity });
        const record = recorder.begin(FACTS);
        time.monotonic += 2;
        record.step("trust");
        time.monotonic += 3;
        record.step("execute");
        return (await record.finish({ output: "", detail: { cache: "miss", key: "swordfish" } })).detail;
      }),
    );
    expect(details).toEqual([
      undefined,
      undefined,
      {
        cache: "miss",
        key: "[redacted-known-value]",
        steps: [
          { name: "trust", atMs: 2 },
          { name: "execute", atMs: 5 },
        ],
      },
    ]);
  });

  it("R256: takes its duration from a clock that never goes back, and its ids go on when the wall clock does", async () => {
    const { recorder, time, traces } = desk();
    for (let call = 0; call < 5; call += 1) {
      const record = recorder.begin(FACTS);
      time.wall -= 10_000_000;
      time.monotonic += 7;
      await record.finish({ output: "" });
    }
    expect(traces.map(({ durationMs }) => durationMs)).toEqual([7, 7, 7, 7, 7]);
    expect(traces.map(({ id }) => id)).toEqual(traces.map(({ id }) => id).toSorted());
    expect(new Set(traces.map(({ id }) => id)).size).toBe(5);
  });

  it("names the call that made it, the tool it came through and the files it changed", async () => {
    const { recorder, trail } = desk();
    const outer = recorder.begin(FACTS);
    const changes = [{ path: "/w/a.txt", kind: "update" as const }];
    const trace = await recorder
      .begin({ ...FACTS, parent: outer.id, via: "tool_call" })
      .finish({ output: "", changes, note: "marked" });
    expect(trace).toMatchObject({ parent: outer.id, via: "tool_call", changes });
    expect(trail.rows[0]?.note).toBe("marked; update /w/a.txt");
  });

  it("says durably what it is about to do, under the same trace and digest as what came of it", async () => {
    const { recorder, trail } = desk();
    const record = recorder.begin(FACTS);
    await record.intend("sandbox: none");
    expect(trail.appends).toEqual([{ entries: 1, durable: true }]);
    await record.finish({ output: "" });
    expect(trail.rows.map(({ kind, trace, note }) => [kind, trace, note])).toEqual([
      ["intent", record.id, "sandbox: none"],
      ["completed", record.id, undefined],
    ]);
    expect(trail.rows[0]?.input).toEqual(trail.rows[1]?.input);
  });

  it("does not run what it cannot say beforehand", async () => {
    const { recorder, trail } = desk();
    trail.failure = new Fault("unavailable", "the store is read-only");
    await expect(recorder.begin(FACTS).intend()).rejects.toMatchObject({ code: "unavailable" });
  });

  it("keeps no secret anywhere: input, output, error, alternative, note, event, name", async () => {
    const { recorder, traces, trail, told, events } = desk({ granularity: "C" });
    const record = recorder.begin({
      ...FACTS,
      tool: "swordfish",
      path: "world.tools.swordfish",
      via: "swordfish",
      input: { swordfish: ["x swordfish"] },
    });
    record.alternative("swordfish", "swordfish");
    record.step("swordfish");
    await record.intend("swordfish");
    await record.finish({
      output: { deep: ["swordfish"] },
      note: "swordfish",
      changes: [{ path: "/w/swordfish", kind: "create" }],
    });
    await recorder
      .begin(FACTS)
      .finish({ error: { code: "tool_error", message: "swordfish", hint: "swordfish" } });
    await recorder
      .begin({ ...FACTS, input: "swordfish" })
      .denied({ ...DENIAL, reason: "swordfish", hint: "swordfish" });
    await events.settled();
    expect(told).toHaveLength(6);
    expect(JSON.stringify([traces, trail.rows, told])).not.toContain("swordfish");
  });

  it("keeps the beginning and a digest of what is large, and names pictures and other bytes", async () => {
    const { recorder, trail } = desk();
    const image = { kind: "image", mediaType: "image/png", data: "A".repeat(1_000_000) };
    const resource = { kind: "resource", uri: "x:/a", data: "A".repeat(1_000_000) };
    const trace = await recorder
      .begin({ ...FACTS, input: { path: "a.txt", content: "x".repeat(1_000_000) } })
      .finish({ output: [image, { kind: "text", text: "a dot" }, resource] });
    expect(JSON.stringify(trace).length).toBeLessThan(10_000);
    expect(JSON.stringify(trail.rows).length).toBeLessThan(2000);
    expect(trace.input).toMatchObject({
      path: "a.txt",
      content: expect.stringMatching(/^x+\n\[… of 1000000 bytes, sha256 [0-9a-f]{64}\]$/),
    });
    expect(trace.output).toEqual([
      { kind: "image", mediaType: "image/png", data: "[1000000 characters of base64]" },
      { kind: "text", text: "a dot" },
      { kind: "resource", uri: "x:/a", data: "[1000000 characters of base64]" },
    ]);
  });

  it.each(["traces", "audit"] as const)(
    "fails when %s cannot be kept, keeps the rest, and still ends once",
    async (which) => {
      const { recorder, traces, trail, types, failures } = desk();
      if (which === "traces") failures.traces = new Error("disk full");
      else trail.failure = new Error("disk full");
      const record = recorder.begin(FACTS);
      await expect(record.finish({ output: "" })).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("disk full"),
      });
      await expect(record.denied(DENIAL)).rejects.toThrow("disk full");
      expect([traces.length, trail.rows.length]).toEqual(which === "traces" ? [0, 1] : [1, 0]);
      expect(await types()).toEqual(["tool.invoked", "tool.failed"]);
    },
  );

  it("R260: does not mind a subscriber that throws", async () => {
    const { recorder, events, types } = desk();
    events.subscribe("", () => {
      throw new Error("broken");
    });
    expect((await recorder.begin(FACTS).finish({ output: "" })).success).toBe(true);
    expect(await types()).toEqual(["tool.invoked", "tool.completed"]);
  });

  it("R259: keeps 200 calls at once apart", async () => {
    const { recorder, traces, trail, told, events, verdict } = desk();
    await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const record = recorder.begin({ ...FACTS, input: { index } });
        await record.intend();
        await record.finish({ output: index });
      }),
    );
    await events.settled();
    expect(traces.map(({ input, output }) => (input as { index: number }).index === output)).not.toContain(
      false,
    );
    expect(traces).toHaveLength(200);
    expect(trail.rows).toHaveLength(400);
    for (const { id } of traces) {
      const ofCall = told.filter(({ payload }) => payload["trace"] === id);
      expect(ofCall.map(({ type }) => type)).toEqual(["tool.invoked", "tool.completed"]);
    }
    expect((await verdict()).ok).toBe(true);
  });

  it.each([undefined, null, "text", Number.NaN, 10n, Symbol("x"), [], () => 1])(
    "takes the input %s",
    async (input) => {
      const { recorder, verdict } = desk();
      await recorder.begin({ ...FACTS, input }).finish({ output: input });
      expect(await verdict()).toEqual({ ok: true, records: 1 });
    },
  );
});
