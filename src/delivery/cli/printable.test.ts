import { describe, expect, it } from "vitest";
import { block, oneLine, printable, spelledOut } from "./printable.ts";

describe("somebody else's words on a screen", () => {
  it("neither move the cursor nor hide", () => {
    expect(printable("a\u001b[2Jb\rc\r\nd\u202ee\u0007")).toBe("ab<U+000D>c\nd<U+202E>e");
  });

  it("show what they hide, where somebody has to see it", () => {
    expect(spelledOut("a\u001b[8mb\u009b1m\tc\r\nd\u200b")).toBe("a<U+001B>[8mb<U+009B>1m\tc\nd<U+200B>");
    expect(spelledOut(`a${" ".repeat(500)}b${"\n".repeat(40)}c`)).toBe(
      "a<500 blank characters>b<40 blank characters>c",
    );
  });

  it("fit on one line, cut between whole characters", () => {
    expect(oneLine("a\n\tb\r\nc")).toBe("a b c");
    expect(oneLine("😀".repeat(100), 5)).toBe("😀😀😀😀…");
    expect(oneLine("x".repeat(1_000_000), 10)).toHaveLength(10);
  });

  it("are set in line by line", () => {
    expect(block("a\nb")).toBe("  a\n  b");
  });
});
