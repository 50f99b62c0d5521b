import canonicalize from "canonicalize";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./redactor.ts";

const redactor = createRedactor({ secrets: () => ["swordfish", "81726354"] });

describe("redacting a value", () => {
  it("masks secrets in texts, keys and numbers, however deep", () => {
    expect(redactor.value({ list: [{ swordfish: "a swordfish" }], n: 81_726_354, m: 12 })).toEqual({
      list: [{ "[redacted-known-value]": "a [redacted-known-value]" }],
      n: "[redacted-known-value]",
      m: 12,
    });
  });

  it("masks what stands under a telling name, but not what only stands for it", () => {
    expect(
      redactor.value({ dbPassword: "x", api_key: "y", Authorization: "z", token: "${TOKEN}", tokens: 12 }),
    ).toEqual({
      dbPassword: "[redacted-field]",
      api_key: "[redacted-field]",
      Authorization: "[redacted-field]",
      token: "${TOKEN}",
      tokens: 12,
    });
  });

  it("masks what follows a telling flag", () => {
    expect(redactor.value(["mysql", "--password", "x", "-h", "db"])).toEqual([
      "mysql",
      "--password",
      "[redacted-argument]",
      "-h",
      "db",
    ]);
  });

  it("copies what JSON can hold, and names the rest", () => {
    const bytes = Buffer.from("swordfish");
    const value = {
      at: new Date(0),
      bytes,
      big: 10n,
      none: undefined,
      nan: Number.NaN,
      list: [undefined],
      deed: () => 1,
    };
    expect(redactor.value(value)).toEqual({
      at: "1970-01-01T00:00:00.000Z",
      bytes: expect.stringMatching(/^\[9 bytes, sha256 [0-9a-f]{64}\]$/),
      big: "10",
      nan: "NaN",
      list: [null],
    });
    expect(redactor.value(new Error("a swordfish"))).toEqual({
      name: "Error",
      message: "a [redacted-known-value]",
    });
  });

  it("ends at circles, depths and floods", () => {
    const circle: Record<string, unknown> = { name: "circle" };
    circle["again"] = circle;
    expect(redactor.value(circle)).toEqual({ name: "circle", again: "[circular]" });
    let deep: unknown = "swordfish";
    for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
    expect(JSON.stringify(redactor.value(deep))).toContain("nested too deeply");
    const flood = redactor.value(Array.from({ length: 100_000 }, (_, index) => ({ index }))) as unknown[];
    expect(flood.length).toBeLessThan(30_000);
    expect(flood.at(-1)).toBe("[too many parts]");
  });

  it("survives objects that fight back", () => {
    const trap = {
      get field(): string {
        throw new Error("swordfish");
      },
    };
    expect(redactor.value(trap)).toBe("[could not be read]");
    expect(redactor.value(JSON.parse('{"__proto__":{"a":1}}'))).toEqual(JSON.parse('{"__proto__":{"a":1}}'));
  });

  it("gives back what canonical JSON accepts, whatever comes in", () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, fc.string(), (value, odd) => {
        const copy = redactor.value({ value, odd, [odd]: "\u{d800}" });
        expect(canonicalize(copy)).toBe(canonicalize(JSON.parse(JSON.stringify(copy))));
      }),
      { numRuns: 40 },
    );
  });
});
