import * as fc from "fast-check";
import { expect, it } from "vitest";
import { compareNames } from "./compare-names.ts";

it("orders names as their bytes", () => {
  const name = fc.string({ unit: fc.constantFrom("a", "B", "é", "\uFF21", "\uE000", "😀", "-") });
  fc.assert(
    fc.property(name, name, (a, b) => {
      expect(Math.sign(compareNames(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
