import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "./canonical-json.ts";

describe("canonical JSON", () => {
  it("is what RFC 8785 says, for every well-formed value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), (value) => {
        expect(canonicalJson(value)).toBe(canonicalize(value));
      }),
    );
  });

  it("R78: sorts keys by UTF-16 units, so an astral one comes before one of the high BMP", () => {
    expect(canonicalJson({ "\uFB33": 1, "\u{1F600}": 2, a: 3, B: 4, "": 5 })).toBe(
      '{"":5,"B":4,"a":3,"\u{1F600}":2,"\uFB33":1}',
    );
    expect(canonicalJson({ 10: 1, 9: 2 })).toBe('{"10":1,"9":2}');
  });

  it("R79: drops what is undefined, keeps null and the order of lists", () => {
    expect(canonicalJson({ a: undefined, b: null, c: [3, 1, undefined, 2] })).toBe(
      '{"b":null,"c":[3,1,null,2]}',
    );
    // oxlint-disable-next-line no-sparse-arrays
    expect(canonicalJson([1, , 2])).toBe("[1,null,2]");
    expect(canonicalJson({ a: () => 1, b: Symbol("s") })).toBe("{}");
  });

  it("R80: prints numbers as JSON does, whole ones without a point", () => {
    expect(canonicalJson(JSON.parse("[1.0, 1, -0.0, 1e21, 1e-7, 100]"))).toBe("[1,1,0,1e+21,1e-7,100]");
  });

  it("gives half characters a text of their own", () => {
    const texts = ["\ud800", "\udc00", "\ufffd", "\\ud800", "\ud83d\ude00"].map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
    expect(canonicalJson({ "\ud800": "\udfff" })).toBe('{"\\ud800":"\\udfff"}');
  });

  it("keeps a key called __proto__", () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":1}}'))).toBe('{"__proto__":{"a":1},"b":1}');
  });

  it("writes dates as JSON does", () => {
    expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it.each([
    ["not a number", Number.NaN],
    ["infinity", -Infinity],
    ["a bigint", 1n],
  ])("refuses %s instead of taking it for null", (_kind, value) => {
    expect(() => canonicalJson({ a: [value] })).toThrow(/no canonical form/);
  });

  it("refuses what is nested too deep, and what holds itself, without running out of stack", () => {
    const itself: unknown[] = [];
    itself.push(itself);
    const deep: unknown = JSON.parse(`${"[".repeat(50_000)}${"]".repeat(50_000)}`);
    for (const value of [itself, deep]) expect(() => canonicalJson(value)).toThrow(/levels deep/);
    expect(canonicalJson(JSON.parse(`${"[".repeat(500)}${"]".repeat(500)}`))).toHaveLength(1000);
  });
});
