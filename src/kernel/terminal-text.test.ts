import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { showInvisible, stripTerminalEscapes } from "./index.ts";

describe("stripping terminal escapes", () => {
  it.each([
    ["\u001b]0;x\u0007", ""],
    ["\u001b]8;;http://x\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["\u001b[2J\u001b[H", ""],
    ["\u009b31m", ""],
    ["\u009d0;title\u009ctext", "text"],
    ["\u001bPq#0;2\u001b\\after", "after"],
    ["\u001bktitle\u001b\\after", "after"],
    ["\u001bkno end", "no end"],
    ["\u001b(Bplain\u001b7", "plain"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["a\bb\u0000c", "abc"],
    ["tab\tline\r\n", "tab\tline\r\n"],
    ["cut \u001b", "cut "],
    ["cut \u001b[", "cut "],
  ])("turns %j into %j", (text, expected) => {
    expect(stripTerminalEscapes(text)).toBe(expected);
  });

  it("leaves no control character, whatever the text, and is done after one pass", () => {
    const unit = fc.constantFrom(
      "\u001b",
      "[",
      "]",
      "P",
      "\u0007",
      "\u009b",
      "\u009c",
      "\\",
      "3",
      "m",
      "é",
      "\n",
    );
    const law = fc.property(fc.string({ unit }), (text) => {
      const once = stripTerminalEscapes(text);
      expect(once).toMatch(/^[^\p{Cc}]*(?:\n[^\p{Cc}]*)*$/u);
      expect(stripTerminalEscapes(once)).toBe(once);
    });
    fc.assert(law, { numRuns: 2000 });
  });

  it("takes linear time on an unfinished sequence", () => {
    const text = "\u001b]".repeat(200_000);
    expect(stripTerminalEscapes(text)).toBe("");
  });
});

describe("showing invisible characters", () => {
  it.each([
    ["a\u202eb", "a<U+202E>b"],
    ["a\u200bb", "a<U+200B>b"],
    ["\u{e0041}", "<U+E0041>"],
    ["\ufeffx", "<U+FEFF>x"],
    ["plain é 漢 😀", "plain é 漢 😀"],
  ])("turns %j into %j", (text, expected) => {
    expect(showInvisible(text)).toBe(expected);
  });
});
