import { describe, expect, it } from "vitest";
import { projectSchema } from "./project-schema.ts";

const ALL = ["openai", "anthropic", "gemini"] as const;

function inside(schema: object, provider: (typeof ALL)[number]) {
  const { schema: projected, lost } = projectSchema(
    { type: "object", properties: { a: schema as never } },
    provider,
  );
  return { a: (projected["properties"] as Record<string, unknown>)["a"], lost };
}

describe("a schema for a provider", () => {
  it.each(ALL)("is an object at its root for %s, with everything referred to in its place", (provider) => {
    const { schema, lost } = projectSchema(
      {
        $defs: { pet: { type: "string", description: "a pet" } },
        properties: { a: { $ref: "#/$defs/pet", description: "mine" } },
      },
      provider,
    );
    expect(schema).toEqual({ type: "object", properties: { a: { type: "string", description: "mine" } } });
    expect(lost).toEqual([]);
  });

  it.each(ALL)("ends where it would lead into itself for %s, and says so", (provider) => {
    const tree = { type: "object", properties: { kids: { type: "array", items: { $ref: "#/$defs/tree" } } } };
    const { schema, lost } = projectSchema(
      { $defs: { tree }, properties: { root: { $ref: "#/$defs/tree" } } },
      provider,
    );
    const text = JSON.stringify(schema);
    expect(text).not.toContain("$ref");
    expect(text).toContain('"items":{"type":"object"}');
    expect(lost).toContain("$ref");
  });

  it("does not grow without bound", () => {
    const defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [
        `s${at}`,
        {
          type: "object",
          properties: { a: { $ref: `#/$defs/s${at + 1}` }, b: { $ref: `#/$defs/s${at + 1}` } },
        },
      ]),
    );
    const { schema } = projectSchema(
      { type: "object", properties: { x: { $ref: "#/$defs/s0" } }, $defs: { ...defs, s30: {} } },
      "openai",
    );
    expect(JSON.stringify(schema).length).toBeLessThan(300_000);
  });

  it.each(ALL)(
    "has no choice at its root for %s: branches become one object that takes all of them",
    (provider) => {
      const { schema, lost } = projectSchema(
        {
          type: "object",
          required: ["kind"],
          properties: { kind: { type: "string" } },
          oneOf: [
            { properties: { a: { type: "string" } }, required: ["a", "x"] },
            { properties: { b: { type: "number" } }, required: ["b", "x"] },
          ],
          allOf: [{ properties: { x: { type: "boolean" } } }],
        },
        provider,
      );
      expect(schema).toEqual({
        type: "object",
        properties: {
          kind: { type: "string" },
          a: { type: "string" },
          b: { type: "number" },
          x: { type: "boolean" },
        },
        required: ["kind", "x"],
      });
      expect(lost).toEqual(["/allOf", "/oneOf"]);
    },
  );

  it.each(ALL)("has items in every list for %s, and nothing that only we read", (provider) => {
    const { a, lost } = inside({ type: "array", "x-order": 1, $comment: "c" }, provider);
    expect(a).toEqual({ type: "array", items: {} });
    expect(lost).toEqual([]);
  });

  it("has only names that Anthropic takes, and says which are left out", () => {
    const raw = { type: "object", properties: { ok: {}, "not ok": {}, $x: {} }, required: ["ok", "not ok"] };
    const { schema, lost } = projectSchema(raw, "anthropic");
    expect(schema).toEqual({ type: "object", properties: { ok: {} }, required: ["ok"] });
    expect(lost).toEqual(["/properties/not ok", "/properties/$x"]);
    expect(projectSchema(raw, "openai").schema).toEqual(raw);
  });

  it("has newer words for lists of fixed places", () => {
    const tuple = { type: "array", items: [{ type: "string" }, { type: "number" }], additionalItems: false };
    expect(inside(tuple, "anthropic").a).toEqual({
      type: "array",
      prefixItems: [{ type: "string" }, { type: "number" }],
      items: false,
    });
    expect(inside(tuple, "gemini").a).toEqual({
      type: "array",
      items: { anyOf: [{ type: "string" }, { type: "number" }] },
    });
  });

  it.each([
    ["a type or null", { type: ["string", "null"] }, { type: "string", nullable: true }],
    ["several types", { type: ["string", "number"] }, { anyOf: [{ type: "string" }, { type: "number" }] }],
    [
      "a choice with null",
      { anyOf: [{ type: ["integer", "null"] }, { type: "null" }] },
      { type: "integer", nullable: true },
    ],
    ["a constant", { const: "x" }, { type: "string", enum: ["x"] }],
    ["an enumeration with null", { enum: ["x", null] }, { type: "string", enum: ["x"], nullable: true }],
    ["numbers enumerated", { type: "integer", enum: [1, 2] }, { type: "integer" }],
    [
      "exactly one",
      { oneOf: [{ type: "string" }, { type: "number" }] },
      { anyOf: [{ type: "string" }, { type: "number" }] },
    ],
    [
      "all of",
      { allOf: [{ type: "object", properties: { b: {} } }, { required: ["b"] }] },
      { type: "object", properties: { b: {} }, required: ["b"] },
    ],
    ["a known format", { type: "string", format: "date-time" }, { type: "string", format: "date-time" }],
  ])("is plain for Gemini: %s", (_, schema, expected) => {
    expect(inside(schema, "gemini").a).toEqual(expected);
  });

  it("says what Gemini is not told", () => {
    const { a, lost } = inside(
      { type: "object", additionalProperties: { type: "string" }, properties: { b: { format: "uri" } } },
      "gemini",
    );
    expect(a).toEqual({ type: "object", properties: { b: {} } });
    expect(lost).toEqual(["/properties/a/additionalProperties", "/properties/a/properties/b/format"]);
  });

  it("keeps keys that every object inherits", () => {
    const raw = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"}},"allOf":[{"properties":{"constructor":{}}}]}',
    ) as never;
    const { schema } = projectSchema(raw, "openai");
    expect(JSON.stringify(schema["properties"])).toBe('{"constructor":{},"__proto__":{"type":"string"}}');
  });
});
