import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { charDiff } from "./char-diff.ts";

describe("charDiff", () => {
  it("marks what each side has alone and names the line of the found text", () => {
    expect(charDiff("if (x) {\n    go();\n", "if (x) {\n\tgo();\n", { firstLine: 41 })).toBe(
      "line 42:\n  expected: [-····-]go();\n  found:    {+→+}go();",
    );
  });

  it("is empty for equal texts", () => {
    expect(charDiff("same\n", "same\n")).toBe("");
  });

  it("makes trailing blanks, carriage returns and a final newline visible", () => {
    expect(charDiff("x  ", "x")).toContain("expected: x[-··-]\n");
    expect(charDiff("x\r\ny", "x\ny")).toContain("expected: x[-␍⏎-]\n  found:    x{+⏎+}");
    expect(charDiff("x", "x\n")).toContain("found:    x{+⏎+}");
    expect(charDiff("a  ", "b  ")).toBe("line 1:\n  expected: [-a-]··\n  found:    {+b+}··");
  });

  it("spells characters that look alike by their code points", () => {
    expect(charDiff("a b", "a\u00A0b")).toContain("[-<U+0020>-]");
    expect(charDiff("a b", "a\u00A0b")).toContain("{+<U+00A0>+}");
    expect(charDiff("caf\u00E9", "cafe\u0301")).toContain("{+<U+0065><U+0301>+}");
    expect(charDiff("ab", "a\u200Bb")).toContain("{+<U+200B>+}");
  });

  it("says where a line is missing and which one is too many", () => {
    expect(charDiff("a\nb\nc", "a\nc")).toBe(
      "before line 2:\n  expected: [-b⏎-]\n  found:    (no such line)",
    );
    expect(charDiff("a\nc", "a\nb\nc")).toBe("line 2:\n  expected: (no such line)\n  found:    {+b⏎+}");
  });

  it("reads splinters between two differences as one difference", () => {
    expect(charDiff("say 'hi'", "say ‘hi’")).toContain("[-'hi'-]");
  });

  it("never splits a character that people see as one", () => {
    expect(charDiff("😀 x", "😁 x")).toContain("[-😀-] x");
    expect(charDiff("\u{1F1E9}\u{1F1EA}!", "\u{1F1E9}\u{1F1F0}!")).toContain("{+\u{1F1E9}\u{1F1F0}+}");
  });

  it("stays short for endless lines and for many of them", () => {
    const long = "x".repeat(1_000_000);
    const shown = charDiff(`${long}a${long}`, `${long}b${long}`);
    expect(shown).toContain("x[-a-]x");
    expect(shown.length).toBeLessThan(600);
    const many = charDiff("a\n".repeat(500), "b\n".repeat(500));
    expect(many).toMatch(/… and 488 more differing line\(s\)$/);
  });

  it("gives well-formed, bounded, one-character-per-sign text for any two strings", () => {
    const any = fc.string({ unit: "binary", maxLength: 900 });
    fc.assert(
      fc.property(any, any, (expected, found) => {
        const shown = charDiff(expected, found);
        expect(shown).not.toMatch(/\p{Surrogate}/u);
        expect(shown === "").toBe(expected === found);
      }),
    );
  });
});
