import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digestOf, type Evidence } from "../../kernel/index.ts";
import { type OriginalFile, renewEvidence } from "./renew-evidence.ts";
import { applySplices, type Splice } from "./splice.ts";

const bytes = Buffer.from("0123456789");
const original: OriginalFile = { realPath: "/f", identity: "id:1", bytes };

function seen(start: number, end: number, identity: Evidence["identity"] = "id:1"): Evidence {
  return { path: "/f", identity, ranges: [{ start, end, digest: digestOf(bytes.subarray(start, end)) }] };
}

function renew(splices: readonly Splice[], ...earlier: Evidence[]): Evidence {
  const pieces = applySplices(bytes, splices);
  return renewEvidence({ original, splices, pieces, identity: "id:2" }, earlier);
}

function splice(start: number, end: number, text: string): Splice {
  return { start, end, bytes: Buffer.from(text) };
}

function placesOf({ ranges }: Evidence): (readonly [number, number])[] {
  return ranges.map(({ start, end }) => [start, end]);
}

describe("renewEvidence", () => {
  it("moves what was seen after a splice and keeps what was seen before it", () => {
    expect(placesOf(renew([splice(4, 5, "abc")], seen(0, 2), seen(6, 9)))).toEqual([
      [0, 2],
      [4, 7],
      [8, 11],
    ]);
  });

  it("grows a range to hold all of a splice that reaches into it", () => {
    expect(placesOf(renew([splice(4, 6, "abc")], seen(5, 8)))).toEqual([[4, 9]]);
  });

  it("drops what is no longer true, and keeps what only looks newer", () => {
    const stale: Evidence = { path: "/f", identity: "id:0", ranges: [{ start: 0, end: 2, digest: "other" }] };
    expect(placesOf(renew([splice(9, 10, "x")], stale, seen(3, 5, "id:0")))).toEqual([
      [3, 5],
      [9, 10],
    ]);
  });

  it("knows the whole file only if the newest knowledge of it was true", () => {
    const whole: Evidence = { path: "/f", identity: "id:0", whole: digestOf(bytes), ranges: [] };
    expect(renew([splice(0, 1, "x")], whole).whole).toBe(digestOf(Buffer.from("x123456789")));
    expect(renew([splice(0, 1, "x")], { ...whole, whole: "other" }, whole).whole).toBeUndefined();
    expect(renew([splice(0, 1, "x")], seen(0, 5)).whole).toBeUndefined();
  });

  it("always tells digests of the bytes that are really there", () => {
    const cuts = fc
      .uniqueArray(fc.nat(10), { minLength: 2, maxLength: 6 })
      .map((all) => all.toSorted((a, b) => a - b));
    const range = fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => seen(Math.min(a, b), Math.max(a, b) + 1));
    fc.assert(
      fc.property(
        cuts,
        fc.array(fc.string({ maxLength: 3 })),
        fc.array(range, { maxLength: 4 }),
        (at, texts, earlier) => {
          const splices = at.flatMap((start, index) =>
            index % 2 === 0 && at[index + 1] !== undefined
              ? [splice(start, at[index + 1]!, texts[index] ?? "")]
              : [],
          );
          const after = Buffer.concat(applySplices(bytes, splices));
          for (const { start, end, digest } of renew(splices, ...earlier).ranges) {
            expect(digest).toBe(digestOf(after.subarray(start, end)));
          }
        },
      ),
    );
  });
});
