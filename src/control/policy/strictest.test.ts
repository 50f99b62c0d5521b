import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALLOW, type Decision } from "../decision.ts";
import { strictest } from "./strictest.ts";

const text = fc.oneof(fc.constantFrom("a", "b", "c\nb", ""), fc.string());
const decision: fc.Arbitrary<Decision> = fc.oneof(
  fc.record({ verdict: fc.constant("allow" as const), mark: text }, { requiredKeys: ["verdict"] }),
  fc.record(
    { verdict: fc.constant("ask" as const), reason: text, mark: text },
    { requiredKeys: ["verdict", "reason"] },
  ),
  fc.record(
    {
      verdict: fc.constant("deny" as const),
      code: fc.constantFrom("denied_scope", "denied_policy", "denied_trust"),
      reason: text,
      hint: text,
    },
    { requiredKeys: ["verdict", "code", "reason"] },
  ),
);

describe("the strictest of several decisions", () => {
  it("is the same in any order", () => {
    fc.assert(
      fc.property(decision, decision, (a, b) => {
        expect(strictest([a, b])).toEqual(strictest([b, a]));
      }),
    );
  });

  it("is the same however they are grouped", () => {
    fc.assert(
      fc.property(decision, decision, decision, (a, b, c) => {
        const all = strictest([a, b, c]);
        expect(strictest([strictest([a, b]), c])).toEqual(all);
        expect(strictest([a, strictest([b, c])])).toEqual(all);
      }),
    );
  });

  it("is never milder than any of them", () => {
    const strictness = { allow: 0, ask: 1, deny: 2 };
    fc.assert(
      fc.property(fc.array(decision), (all) => {
        const expected = Math.max(0, ...all.map(({ verdict }) => strictness[verdict]));
        expect(strictness[strictest(all).verdict]).toBe(expected);
      }),
    );
  });

  it("of nothing lets the call through", () => {
    expect(strictest([])).toBe(ALLOW);
  });

  it("keeps every reason to ask and every mark", () => {
    const decisions: Decision[] = [
      { verdict: "ask", reason: "Second." },
      { verdict: "allow", mark: "seen" },
      { verdict: "ask", reason: "First.", mark: "sandbox: none" },
      { verdict: "ask", reason: "First." },
    ];
    expect(strictest(decisions)).toEqual({
      verdict: "ask",
      reason: "First.\nSecond.",
      mark: "sandbox: none\nseen",
    });
  });

  it("names the objection of the earliest step", () => {
    const trust: Decision = { verdict: "deny", code: "denied_trust", reason: "a" };
    const policy: Decision = { verdict: "deny", code: "denied_policy", reason: "b" };
    expect(strictest([trust, policy])).toBe(policy);
  });
});
