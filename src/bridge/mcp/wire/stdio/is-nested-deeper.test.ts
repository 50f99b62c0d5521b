import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNestedDeeper } from "./is-nested-deeper.ts";

describe("the depth of JSON", () => {
  it("is told without parsing, as parsing would tell it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 1, max: 6 }), (value, levels) => {
        expect(isNestedDeeper(Buffer.from(JSON.stringify(value)), levels)).toBe(depthOf(value) > levels);
      }),
    );
  });

  it.each([
    [String.raw`["\"[[[[[[", "\\", "]]]]]]"]`, 1],
    [String.raw`{"a\\\"[[[": [1, {"b": "}"}]}`, 3],
  ])("does not count brackets in texts: %s", (json, depth) => {
    expect(isNestedDeeper(Buffer.from(json), depth)).toBe(false);
    expect(isNestedDeeper(Buffer.from(json), depth - 1)).toBe(true);
  });

  it("is told of what never ends, too", () => {
    expect(isNestedDeeper(Buffer.from("[".repeat(5_000_000)), 500)).toBe(true);
    expect(isNestedDeeper(Buffer.from(`"${"[".repeat(5_000)}`), 500)).toBe(false);
  });
});

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
