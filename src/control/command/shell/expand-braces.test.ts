import { describe, expect, it } from "vitest";
import { expandBraces } from "./expand-braces.ts";

describe("brace expansion", () => {
  it.each([
    ["{a,b}", ["a", "b"]],
    ["x{a,b}y", ["xay", "xby"]],
    ["{a,b}{c,d}", ["ac", "ad", "bc", "bd"]],
    ["{a,{b,c}}", ["a", "b", "c"]],
    ["{1..4..2}", ["1", "3"]],
    ["{3..1}", ["3", "2", "1"]],
    ["{08..10}", ["08", "09", "10"]],
    ["{a..c}", ["a", "b", "c"]],
    ["{a}", ["{a}"]],
    ["{a,b", ["{a,b"]],
    [String.raw`\{a,b}`, [String.raw`\{a,b}`]],
    ["'{a,b}'", ["'{a,b}'"]],
    ["${x,y}", ["${x,y}"]],
    ["{$(a,b),c}", ["$(a,b)", "c"]],
    ["{'a,b',c}", ["'a,b'", "c"]],
    ["{,x}", ["", "x"]],
  ])("makes of %s what a shell does", (text, expected) => {
    expect(expandBraces(text)).toEqual(expected);
  });

  it.each(["{1..100000}", "{a,b}".repeat(20), `{${"a,".repeat(2000)}b}`])(
    "gives up on too many: %s",
    (text) => {
      expect(expandBraces(text)).toBeUndefined();
    },
  );
});
