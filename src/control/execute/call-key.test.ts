import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callKey } from "./call-key.ts";

describe("callKey", () => {
  it("is the same for the same input, whatever the order of its fields, and differs by scope", () => {
    expect(callKey({ a: 1, b: [2] }, "s")).toBe(callKey({ b: [2], a: 1 }, "s"));
    expect(callKey({ a: 1 }, "s")).not.toBe(callKey({ a: 1 }, "t"));
    expect(callKey(undefined)).toBe(callKey({}));
  });

  it("tells different inputs apart", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        const isSame = callKey([one]) === callKey([other]);
        expect(isSame).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
      }),
    );
  });

  it("tells half characters apart", () => {
    expect(callKey("\ud800")).not.toBe(callKey("\udc00"));
  });

  it("has no key for what has no canonical form", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    for (const input of [Number.NaN, 1n, circle]) {
      expect(callKey(input)).toBeUndefined();
    }
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { fields: fields.map(([name, field]) => [name, sorted(field)]) };
}
