import * as fc from "fast-check";
import { expect, it } from "vitest";
import { afterNthNewline, countNewlines, nextNewline } from "./newlines.ts";

it("counts every line feed, wherever the bytes lie in memory", () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(fc.constantFrom(9, 10, 11, 0x0a, 0x8a, 0x00, 0x80), { maxLength: 5000 })
      .map((all) => Uint8Array.from(all)),
  );
  fc.assert(
    fc.property(bytes, fc.nat(7), (content, shift) => {
      const held = new Uint8Array(content.length + shift);
      held.set(content, shift);
      const block = held.subarray(shift);
      expect(countNewlines(block, "byte")).toBe(content.filter((byte) => byte === 10).length);
    }),
  );
});

it("counts the same whether lines are short, long or change half way", () => {
  const short = Buffer.from("a\n".repeat(50_000));
  const long = Buffer.from(`${"x".repeat(200)}\n`.repeat(1000));
  expect(countNewlines(Buffer.concat([short, long]), "byte")).toBe(51_000);
  expect(countNewlines(Buffer.concat([long, short]), "byte")).toBe(51_000);
});

it("takes only whole characters for line feeds in UTF-16", () => {
  const text = "a\u0a0a\u0a00\n\u000a\u010a\n";
  const little = Buffer.from(text, "utf16le");
  const big = Buffer.from(text, "utf16le").swap16();
  for (const [block, unit] of [
    [little, "utf16le"],
    [big, "utf16be"],
  ] as const) {
    expect(countNewlines(block, unit)).toBe(3);
    expect(nextNewline(block, 0, unit)).toBe(6);
    expect(nextNewline(block, 8, unit)).toBe(8);
    expect(afterNthNewline(block, 3, unit)).toBe(14);
    expect(nextNewline(block, 14, unit)).toBe(-1);
  }
});
