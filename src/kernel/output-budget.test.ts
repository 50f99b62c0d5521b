import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clamp, type ClipEnd } from "./index.ts";

const KINDS: readonly ClipEnd[] = ["head", "tail", "middle"];
const MARK = "\u0000";

const notice = (dropped: number): string => (dropped === 20 ? "…" : `wrong count ${dropped}`);

describe("clamp", () => {
  it.each([
    ["head", "abcdef…", 6],
    ["tail", "…uvwxyz", 6],
    ["middle", "abc…xyz", 6],
  ] as const)("R157: keeps the %s of a text, counted in UTF-8 bytes", (kind, expected, maxBytes) => {
    expect(clamp("abcdefghijklmnopqrstuvwxyz", { kind, maxBytes, notice })).toBe(expected);
  });

  it("R157: says how many bytes are missing when no notice is given", () => {
    expect(clamp("é".repeat(10), { kind: "head", maxBytes: 4 })).toBe("éé\n[… 16 bytes omitted …]\n");
  });

  it("R158: never splits a character, and splices the notice where bytes were dropped", () => {
    const law = fc.property(
      fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀", "👩‍👩‍👧", "\n") }),
      fc.nat(40),
      fc.constantFrom(...KINDS),
      (text, maxBytes, kind) => {
        const out = clamp(text, { kind, maxBytes, notice: () => MARK });
        const kept = out.replace(MARK, "");
        expect(out).not.toContain("\ufffd");
        if (out === text) return;
        const [head = "", tail = ""] = out.split(MARK);
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(maxBytes);
        expect(Buffer.byteLength(text)).toBeGreaterThan(maxBytes);
      },
    );
    fc.assert(law, { numRuns: 2000 });
  });

  it("R159: returns a text within the budget unchanged", () => {
    const law = fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom(...KINDS), (text, kind) => {
      expect(clamp(text, { kind, maxBytes: Buffer.byteLength(text) })).toBe(text);
    });
    fc.assert(law);
  });
});
