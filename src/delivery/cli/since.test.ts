import { describe, expect, it } from "vitest";
import { parseLimit } from "./limit.ts";
import { parseSince } from "./since.ts";

describe("--since", () => {
  it.each([
    ["90m", 1_000_000_000 - 5_400_000],
    ["2h", 1_000_000_000 - 7_200_000],
    ["1 d", 1_000_000_000 - 86_400_000],
    ["1970-01-02", 86_400_000],
    ["1970-01-01T00:01:00Z", 60_000],
  ])("takes a time ago or a date: %s", (text, at) => {
    expect(parseSince(text, 1_000_000_000)).toBe(at);
  });

  it.each(["", "soon", "-1h", "1y", "5", "2026-13-45", "99999999999d"])("refuses %j", (text) => {
    expect(() => parseSince(text, 0)).toThrow(/is no time/);
  });
});

describe("--limit", () => {
  it("takes a number from 1 on, and has a usual one", () => {
    expect(parseLimit(undefined, 20)).toBe(20);
    expect(parseLimit("3", 20)).toBe(3);
    for (const text of ["0", "-1", "1.5", "ten", ""]) expect(() => parseLimit(text, 20)).toThrow(/no number/);
  });
});
