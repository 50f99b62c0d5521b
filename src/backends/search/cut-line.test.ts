import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutLine } from "./cut-line.ts";

describe("cutLine", () => {
  it("never splits a character and marks both cuts", () => {
    const text = fc
      .array(fc.constantFrom("a", "é", "€", "😀"), { maxLength: 200 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.nat(), fc.integer({ min: 16, max: 64 }), (line, seed, maxBytes) => {
        const bytes = Buffer.from(line);
        const shown = cutLine(bytes, bytes.length === 0 ? 0 : seed % bytes.length, maxBytes);
        expect(shown.isCut).toBe(bytes.length > maxBytes);
        expect(line).toContain(shown.text.replaceAll("…", ""));
        expect(Buffer.byteLength(shown.text)).toBeLessThanOrEqual(maxBytes + Buffer.byteLength("……"));
        expect(shown.text.startsWith("…") || line.startsWith(shown.text.replace("…", ""))).toBe(true);
      }),
    );
  });

  it("keeps the match in view", () => {
    const bytes = Buffer.from(`${"x".repeat(500)}needle${"y".repeat(500)}`);
    expect(cutLine(bytes, 500, 40).text).toBe(`…${"x".repeat(10)}needle${"y".repeat(24)}…`);
  });
});
