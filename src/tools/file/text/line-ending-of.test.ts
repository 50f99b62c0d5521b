import { describe, expect, it } from "vitest";
import { hasFinalNewline, lineEndingOf } from "./line-ending-of.ts";

describe("lineEndingOf", () => {
  it.each([
    ["", "\n", false],
    ["one line", "\n", false],
    ["a\nb\n", "\n", false],
    ["a\r\nb\r\n", "\r\n", false],
    ["a\rb\r", "\r", false],
    ["a\r\nb\r\nc\n", "\r\n", true],
    ["a\nb\nc\r\n", "\n", true],
    ["a\rb\rc\r\n", "\r", true],
    ["a\r\r\n", "\r\n", true],
  ] as const)("%j uses %j, mixed: %s", (text, ending, mixed) => {
    expect(lineEndingOf(text)).toEqual({ ending, mixed });
  });

  it("tells whether the last line is ended", () => {
    expect(["", "a", "a\n", "a\r\n", "a\r"].map(hasFinalNewline)).toEqual([false, false, true, true, true]);
  });
});
