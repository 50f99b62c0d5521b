import { describe, expect, it } from "vitest";
import { createRedactor } from "../redact/redactor.ts";
import { type KnownCall, traceOf } from "./trace-of.ts";

const CALL: KnownCall = {
  id: "t",
  session: "s",
  tool: "edit",
  path: "world.tools.file.edit",
  definition: "d",
  trust: "L2",
  input: {},
  alternatives: [],
  steps: [],
  times: { at: 1, durationMs: 1 },
  granularity: "B",
};
const redactor = createRedactor({ secrets: () => ["swordfish"] }).now();

describe("the alternatives of a trace", () => {
  it("are redacted before they are cut, and bounded, whoever wrote the tool", () => {
    const secret = { what: `${"x".repeat(995)}swordfish`, why: "swordfish" };
    const alternatives = [
      secret,
      ...Array.from({ length: 10_000 }, () => ({ what: "y".repeat(5_000), why: "" })),
    ];
    const trace = traceOf({ ...CALL, alternatives }, {}, redactor);
    expect(trace.alternatives).toHaveLength(100);
    expect(trace.alternatives[0]?.what).toBe(`${"x".repeat(995)}[reda`);
    expect(trace.alternatives[0]?.why).toBe("[redacted-known-value]");
    expect(JSON.stringify(trace.alternatives).length).toBeLessThan(120_000);
  });
});
