import * as fc from "fast-check";
import { expect, it } from "vitest";
import { alignInside } from "./align-inside.ts";

it("finds the stretch that takes the fewest changes", () => {
  expect(alignInside("say hello world now", "helo world")).toEqual({ start: 4, end: 15, changes: 1 });
});

it("is never worse than any stretch of the text, and tells the changes its own stretch takes", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 });
  const wanted = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, wanted, (whole, part) => {
      const { start, end, changes } = alignInside(whole, part);
      expect(distance(whole.slice(start, end), part)).toBe(changes);
      for (let from = 0; from <= whole.length; from++) {
        for (let to = from; to <= whole.length; to++) {
          expect(distance(whole.slice(from, to), part)).toBeGreaterThanOrEqual(changes);
        }
      }
    }),
  );
});

function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const rest = distance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1);
  if (a[0] === b[0]) return rest;
  return Math.min(rest, distance(a.slice(1), b) + 1, distance(a, b.slice(1)) + 1);
}
