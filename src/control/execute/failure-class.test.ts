import { describe, expect, it } from "vitest";
import type { FaultCode } from "../../kernel/index.ts";
import { failureClassOf, findingOf } from "./failure-class.ts";

const error = (code: FaultCode) => ({ error: { code, message: "no" } });

describe("findingOf", () => {
  it("tells a capability that was not reached from one that answered and from one that was not asked", () => {
    expect(findingOf({})).toBe("answered");
    expect(findingOf(error("unavailable"))).toBe("transport");
    expect(findingOf(error("timeout"))).toBe("timeout");
    for (const code of ["tool_error", "not_found"] as const) expect(findingOf(error(code))).toBe("answered");
    for (const code of ["invalid_input", "unknown_tool", "needs_approval", "denied_trust"] as const) {
      expect(findingOf(error(code))).toBe("not asked");
    }
  });

  it("only what may pass by itself has a failure class", () => {
    expect(failureClassOf(error("unavailable"))).toBe("transport");
    expect(failureClassOf(error("timeout"))).toBe("timeout");
    expect([{}, error("not_found"), error("denied_policy"), error("cancelled")].map(failureClassOf)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
