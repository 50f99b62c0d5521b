import { readFileSync } from "node:fs";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bridgeContentKey, bridgeUlidKey, isBridgeKey } from "./bridge-key.ts";
import { canonicalJson } from "./canonical-json.ts";

interface Vector {
  readonly why: string;
  readonly server: string;
  readonly tool: string;
  readonly schema?: unknown;
  readonly canonical: string;
  readonly key: string;
}

// Computed by another program; a key that changes orphans every stored ledger.
const vectors = JSON.parse(readFileSync("src/ledger/fixtures/key-vectors.json", "utf8")) as readonly Vector[];

// Half characters too.
const anyUnit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

describe("content keys", () => {
  it.each(vectors)(
    "R76, R83, R314: the pinned key of $server, $tool: $why",
    ({ server, tool, schema, canonical, key }) => {
      expect(canonicalJson(schema)).toBe(canonical);
      expect(bridgeContentKey(server, tool, schema)).toBe(key);
    },
  );

  it("R76: are bk_ and 32 lowercase hex digits, whatever the tool", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyUnit }), fc.jsonValue(), (tool, schema) => {
        const key = bridgeContentKey("s", tool, schema);
        expect(key).toMatch(/^bk_[0-9a-f]{32}$/);
        expect(isBridgeKey(key)).toBe(true);
      }),
    );
  });

  it("R77: no part of a name passes for part of a schema, nor the other way round", () => {
    const pairs: [server: string, tool: string, schema: unknown][] = [
      ["a", "b1", 2],
      ["a", "b", 12],
      ["a", "b|{}", null],
      ["a", "b", "|{}"],
      ["a", "b", {}],
      ["a", "b{}", null],
      ["a", "b\u0000{}", null],
      ["a", "b\u0000", {}],
      ["a", "b", "\u0000{}"],
      ["a", "b\u0000null", null],
      ["a", "b", null],
      ["ab", "", null],
      ["a", "_b", null],
      ["a_b", "", null],
    ];
    expect(new Set(pairs.map((pair) => bridgeContentKey(...pair))).size).toBe(pairs.length);
  });

  it("R78, R79, R80, R81: the order of keys, what is undefined and 1.0 make no difference", () => {
    const key = bridgeContentKey("s", "t", { b: 1, a: { d: [1, 2], c: null } });
    expect(bridgeContentKey("s", "t", { a: { c: null, d: [1, 2], e: undefined }, b: 1.0 })).toBe(key);
    for (const other of [
      { b: 1, a: { d: [2, 1], c: null } },
      { b: 1, a: { d: [1, 2] } },
      { b: "1", a: { d: [1, 2], c: null } },
      { b: 1, a: { d: [1, 2], c: null }, e: null },
    ])
      expect(bridgeContentKey("s", "t", other)).not.toBe(key);
  });

  it("R81: any two schemas with one key are the same but for the order of their keys", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (a, b) => {
        const isSame = bridgeContentKey("s", "t", a) === bridgeContentKey("s", "t", b);
        expect(isSame).toBe(canonicalJson(a) === canonicalJson(b));
        expect(bridgeContentKey("s", "t", reversed(a))).toBe(bridgeContentKey("s", "t", a));
      }),
    );
  });

  it("R81: whatever changes in a schema, words and defaults too, changes the key", () => {
    const path = { type: "string", description: "Where", enum: ["a", "b"], default: "a" };
    const schema = { type: "object", title: "T", properties: { path }, required: ["path"] };
    const changed = [
      { ...schema, title: "U" },
      { ...schema, required: [] },
      { ...schema, additionalProperties: false },
      ...[
        { ...path, description: "where" },
        { ...path, default: "b" },
        { ...path, default: null },
        { ...path, enum: ["b", "a"] },
        { ...path, examples: [] },
      ].map((other) => ({ ...schema, properties: { path: other } })),
      { ...schema, properties: { Path: path } },
    ];
    const keys = [schema, ...changed].map((each) => bridgeContentKey("s", "t", each));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("R82: a missing schema is null, and is not an empty one", () => {
    expect(bridgeContentKey("s", "t")).toBe(bridgeContentKey("s", "t", null));
    expect(bridgeContentKey("s", "t")).not.toBe(bridgeContentKey("s", "t", {}));
  });

  it("R83: depend on the tool alone, not on the folder or the session", () => {
    const before = process.cwd();
    const key = bridgeContentKey("s", "t", { type: "object" });
    try {
      process.chdir("/");
      expect(bridgeContentKey("s", "t", { type: "object" })).toBe(key);
    } finally {
      process.chdir(before);
    }
  });

  it("tell names with different half characters apart", () => {
    const tools = [
      "\ud800",
      "\ud801",
      "\udc00",
      "\ufffd",
      "\ud83d\ude00",
      "\ude00\ud83d",
      "a\ud800b",
      "\\ud800",
    ];
    expect(new Set(tools.map((tool) => bridgeContentKey("s", tool))).size).toBe(tools.length);
  });

  it("refuse a server id with a qualifier in it, and a schema without end", () => {
    expect(() => bridgeContentKey("a__b", "t")).toThrow(/__/);
    expect(() => bridgeContentKey("a", "t", JSON.parse(`${"[".repeat(9999)}${"]".repeat(9999)}`))).toThrow(
      /deep/,
    );
  });
});

describe("ULID keys", () => {
  it("R84: are bk_ and 26 characters, and each is greater than all before, within one millisecond too", () => {
    const keys = Array.from({ length: 5_000 }, bridgeUlidKey);
    for (const key of keys) expect(key).toMatch(/^bk_[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(keys.every(isBridgeKey)).toBe(true);
    expect(keys.every((key, at) => at === 0 || (keys[at - 1] ?? "") < key)).toBe(true);
  });
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, part]) => [key, reversed(part)])
      .toReversed(),
  );
}
