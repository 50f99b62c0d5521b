import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundedValue } from "./bounded-value.ts";

describe("bounding a value", () => {
  it("leaves what is small as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(boundedValue(value)).toEqual(value);
      }),
    );
  });

  it("keeps the shape when one text is long", () => {
    expect(boundedValue({ path: "a", content: "é".repeat(20_000) })).toEqual({
      path: "a",
      content: expect.stringMatching(/^é{4096}\n\[… of 40000 bytes, sha256 [0-9a-f]{64}\]$/),
    });
  });

  it.each([
    ["many texts", Array.from({ length: 100_000 }, () => "text")],
    ["many numbers", Array.from({ length: 100_000 }, (_, index) => index)],
    [
      "many fields",
      Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`field${index}`, null])),
    ],
    ["many long texts", Array.from({ length: 100 }, () => "x".repeat(16_000))],
  ])("keeps the beginning of %s", (_, value) => {
    const kept = boundedValue(value);
    expect(kept).toEqual({
      beginning: JSON.stringify(value).slice(0, 4096),
      bytes: JSON.stringify(value).length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it("cuts no character in two", () => {
    const kept = String(boundedValue(`a${"😀".repeat(20_000)}`));
    expect(kept).not.toMatch(/[\u{d800}-\u{dfff}]/u);
  });
});
