import { assert, constantFrom, integer, property, subarray, tuple } from "fast-check";
import { describe, expect, it } from "vitest";
import { literal } from "../arguments/word.ts";
import { factsOfMode } from "./mode-of.ts";

function rulesOf(mode: string): readonly string[] {
  return (factsOfMode(literal(mode)).findings ?? []).map(({ rule }) => rule);
}

describe("factsOfMode", () => {
  it("R273: any number that lets everybody write is refused, with whatever zeros before it", () => {
    assert(
      property(integer({ min: 0, max: 0o7777 }), integer({ min: 0, max: 3 }), (mode, zeros) => {
        const isWorld = (mode & 0o2) !== 0;
        expect(rulesOf("0".repeat(zeros) + mode.toString(8)).includes("mode.world")).toBe(isWorld);
      }),
    );
  });

  it("refuses set-id bits", () => {
    assert(
      property(constantFrom(0o4000, 0o2000, 0o6000), integer({ min: 0, max: 0o777 }), (bits, mode) => {
        expect(rulesOf((bits | mode).toString(8))).not.toEqual([]);
      }),
    );
  });

  it("R273: giving others the right to write is refused in any order of letters", () => {
    const who = tuple(subarray(["u", "g"]), constantFrom("o", "a"), subarray(["g", "u"]));
    const rights = tuple(subarray(["r", "x", "X"]), subarray(["x", "t"]));
    assert(
      property(who, constantFrom("+", "="), rights, ([before, others, after], action, [left, right]) => {
        const mode = [...before, others, ...after, action, ...left, "w", ...right].join("");
        expect(rulesOf(mode)).toContain("mode.world");
        expect(rulesOf(`u+x,${mode}`)).toContain("mode.world");
        expect(rulesOf(mode.replace(/[+=]/, "-"))).toEqual([]);
      }),
    );
  });

  it("takes what it cannot read for unclear", () => {
    expect([rulesOf("rwx"), rulesOf("u~x"), rulesOf("+rwx"), rulesOf("")].flat()).toEqual([
      "mode.unclear",
      "mode.unclear",
      "mode.unclear",
      "mode.unclear",
    ]);
    expect(factsOfMode({ text: undefined, source: "$m" }).findings?.[0]?.rule).toBe("mode.unclear");
  });
});
