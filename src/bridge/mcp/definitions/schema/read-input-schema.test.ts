import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkWithJsonSchema, type JsonSchema } from "../../../../kernel/index.ts";
import { ANY_OBJECT, outputSchemaProblem, readInputSchema } from "./read-input-schema.ts";

function schemaOf(raw: unknown): JsonSchema {
  const read = readInputSchema(raw);
  if (read.problem !== undefined) throw new Error(read.problem);
  return read.schema;
}

async function isTaken(raw: unknown, input: unknown): Promise<boolean> {
  return (await checkWithJsonSchema(schemaOf(raw))(input)).issues === undefined;
}

describe("an input schema", () => {
  it("R102: that is missing, odd or says nothing takes any object", () => {
    for (const raw of [
      undefined,
      null,
      true,
      {},
      { type: "object" },
      { type: ["object", "null"] },
      { type: "any" },
    ])
      expect(schemaOf(raw)).toEqual(ANY_OBJECT);
  });

  it("R102: is an object even if it does not say so, and keeps all it says", () => {
    const raw = {
      $schema: "http://json-schema.org/draft-07/schema#",
      properties: {
        a: { type: "string", minLength: 2, description: "an a", "x-order": 1 },
        id: { $ref: "#/$defs/b" },
      },
      required: ["a"],
      additionalProperties: false,
      anyOf: [{ required: ["id"] }, {}],
      $defs: { b: { enum: [1, null] } },
    };
    expect(schemaOf(raw)).toEqual({ ...raw, type: "object" });
  });

  it("R102: loses keywords that are not what they must be, and is still checked", async () => {
    const raw = JSON.parse(`{
      "type": "object", "required": true, "id": "http://[", "$id": "::", "dependencies": { "id": "x" },
      "properties": {
        "a": { "type": "string", "required": true, "enum": "x", "format": "__proto__", "pattern": "(" },
        "b": "string", "__proto__": { "type": "integer" }, "c": { "type": "file" },
        "d": { "$recursiveRef": "#" }, "e": { "xml": { "id": "http://[" } }, "f": { "$ref": 5, "items": [] }
      }
    }`) as unknown;
    expect(await isTaken(raw, { a: "any", b: 1, c: [], d: 1, e: {}, f: [1] })).toBe(true);
    expect(await isTaken(raw, { a: 5 })).toBe(false);
    expect(await isTaken(raw, JSON.parse('{"__proto__":"x"}'))).toBe(false);
  });

  it.each([
    ["a definition", { $defs: { x: { type: "string" } }, properties: { a: { $ref: "#/$defs/x" } } }],
    [
      "an old definition",
      { definitions: { x: { type: "string" } }, properties: { a: { $ref: "#/definitions/x" } } },
    ],
    ["a neighbour", { properties: { a: { $ref: "#/properties/b" }, b: { type: "string" } } }],
    [
      "an anchor",
      { $defs: { x: { $anchor: "here", type: "string" } }, properties: { a: { $ref: "#here" } } },
    ],
    [
      "an odd name",
      { $defs: { "x y/ä": { type: "string" } }, properties: { a: { $ref: "#/$defs/x%20y~1ä" } } },
    ],
  ])("R102: follows a reference to %s", async (_, raw) => {
    expect(await isTaken(raw, { a: "text" })).toBe(true);
    expect(await isTaken(raw, { a: 5 })).toBe(false);
  });

  it("follows itself into a tree", async () => {
    const raw = {
      type: "object",
      properties: { n: { type: "integer" }, kids: { type: "array", items: { $ref: "#" } } },
    };
    expect(await isTaken(raw, { kids: [{ kids: [{ n: 1 }] }] })).toBe(true);
    expect(await isTaken(raw, { kids: [{ kids: [{ n: "1" }] }] })).toBe(false);
  });

  it.each([
    ["elsewhere", { properties: { a: { $ref: "https://evil.example/s.json" } } }],
    ["a file", { properties: { a: { items: { $ref: "file:///etc/passwd" } } } }],
    ["a neighbour document", { $ref: "other.json#/a" }],
    ["another host", { allOf: [{ $ref: "//evil.example/a" }] }],
    ["itself by its address", { $id: "https://a.example/s", $ref: "https://a.example/s#/x" }],
    ["elsewhere, dynamically", { properties: { a: { $dynamicRef: "https://evil.example/#x" } } }],
    ["elsewhere, under a name like a keyword", { properties: { default: { $ref: "https://evil.example" } } }],
    ["elsewhere, in an unknown keyword", { "x-more": [{ schema: { $ref: "https://evil.example" } }] }],
    ["elsewhere, in place of a schema", { properties: { $ref: "https://evil.example" } }],
  ])("that refers to %s is not used, and says where to", (_, raw) => {
    const { problem } = readInputSchema(raw);
    expect(problem).toMatch(/refers to ".*", and nothing outside a definition is ever fetched/);
    expect(outputSchemaProblem(raw)).toMatch(/output schema.*nothing outside/);
  });

  it("takes a $ref for a word where it is data or the name of a property", () => {
    const raw = {
      properties: {
        $ref: { type: "string" },
        a: { default: { $ref: "https://a.example" }, enum: [{ $ref: "b" }] },
      },
    };
    expect(readInputSchema(raw).problem).toBeUndefined();
  });

  it.each([
    [5, /no schema/],
    [false, /no schema/],
    [[], /no schema/],
    [{ type: "string" }, /something else/],
    [{ $ref: "#/$defs/x" }, /not there/],
    [{ properties: { a: { $ref: "#/required" } }, required: ["a"] }, /not there/],
    [{ properties: { a: { $ref: "#/default" } }, default: { type: "string" } }, /no schema stands/],
    [{ $ref: "#" }, /leads into itself/],
    [
      {
        properties: { a: { $ref: "#/$defs/a" } },
        $defs: { a: { anyOf: [{ $ref: "#/$defs/b" }] }, b: { $ref: "#/$defs/a" } },
      },
      /leads into itself/,
    ],
    [doubling(40), /multiply/],
    [chain(400), /too often/],
    [nested(200), /levels deep/],
    [{ description: "x".repeat(300_000) }, /characters long/],
    [{ properties: { ["x".repeat(300)]: {} } }, /a name in it is 300/],
  ])("%# says why it cannot be used", (raw, says) => {
    expect(readInputSchema(raw).problem).toMatch(says);
  });

  it("is checked in no time, whatever its patterns are", async () => {
    const raw = {
      properties: { a: { pattern: "^(a+)+$" }, b: { pattern: "(x+x+)+y" }, c: { pattern: "^\\d+$" } },
    };
    expect(JSON.stringify(schemaOf(raw))).not.toMatch(/\(a\+\)|x\+x\+/);
    expect(await isTaken(raw, { a: `${"a".repeat(60)}b`, b: "x".repeat(60), c: "12" })).toBe(true);
    expect(await isTaken(raw, { c: "x" })).toBe(false);
    const closed = {
      patternProperties: { "^(a+)+$": {}, "^b$": { type: "string" } },
      additionalProperties: false,
    };
    expect(await isTaken(closed, { aaa: 1, b: "x" })).toBe(true);
    expect(await isTaken(closed, { b: 1 })).toBe(false);
  });

  it("passes no text on whole that is too long, and no more than a model bears", () => {
    const long = "word ".repeat(40_000);
    for (const raw of [
      { properties: { a: { description: long } } },
      { properties: { a: { default: long } } },
      { properties: { a: { enum: [long] } } },
      { properties: { a: { const: long } } },
      { properties: { a: { examples: [long] } } },
      { title: long },
      { required: [long] },
      { "x-note": long },
      { $comment: long },
      {
        properties: Object.fromEntries(
          Array.from({ length: 40 }, (_, at) => [`p${at}`, { description: long.slice(0, 5000) }]),
        ),
      },
    ])
      expect(JSON.stringify(schemaOf(raw)).length).toBeLessThan(50_000);
    expect(JSON.stringify(schemaOf({ description: long }))).toContain("[… 192000 more characters]");
  });

  it("never throws and always makes something that can be checked", async () => {
    expect.hasAssertions();
    const keyword = fc.constantFrom(
      "type",
      "$ref",
      "properties",
      "items",
      "required",
      "enum",
      "allOf",
      "pattern",
      "$id",
      "id",
      "not",
      "format",
      "$defs",
      "dependencies",
      "patternProperties",
      "$anchor",
      "x",
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        fc.jsonValue({ maxDepth: 1 }),
        fc.constantFrom("object", "#", "#/$defs/x", "("),
        fc.array(tie("tree"), { maxLength: 2 }),
        fc.dictionary(fc.oneof(keyword, fc.string()), tie("tree"), { maxKeys: 4 }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, fc.dictionary(fc.string(), fc.jsonValue()), async (raw, input) => {
        const read = readInputSchema(raw);
        const checked = read.problem === undefined ? await checkWithJsonSchema(read.schema)(input) : read;
        expect(checked).toBeTypeOf("object");
      }),
      { numRuns: 500 },
    );
  });
});

function doubling(levels: number): object {
  const steps = Array.from({ length: levels }, (_, at) => [
    `s${at}`,
    { allOf: [{ $ref: `#/$defs/s${at + 1}` }, { $ref: `#/$defs/s${at + 1}` }] },
  ]);
  return { $defs: { ...Object.fromEntries(steps), [`s${levels}`]: {} }, $ref: "#/$defs/s0" };
}

function chain(levels: number): object {
  const steps = Array.from({ length: levels }, (_, at) => [`s${at}`, { $ref: `#/$defs/s${at + 1}` }]);
  return { $defs: { ...Object.fromEntries(steps), [`s${levels}`]: {} }, $ref: "#/$defs/s0" };
}

function nested(levels: number): object {
  let schema: object = {};
  for (let level = 0; level < levels; level += 1) schema = { properties: { a: schema } };
  return schema;
}

function withHeader(name: unknown, more: object = { type: "string" }): { properties: object } {
  return { properties: { region: { ...more, "x-mcp-header": name } } };
}

describe("headers that a definition asks for", () => {
  it("are left as they are when they are well-formed", () => {
    expect(schemaOf(withHeader("Region"))).toMatchObject(withHeader("Region"));
    expect(
      readInputSchema({ properties: { a: { properties: withHeader("Region").properties } } }).problem,
    ).toBeUndefined();
    expect(readInputSchema({ properties: { "x-mcp-header": { type: "string" } } }).problem).toBeUndefined();
  });

  it.each([
    [withHeader("a\r\nX-Admin: 1"), /could not be the name/],
    [withHeader("a\nb"), /could not be/],
    [withHeader("a b"), /could not be/],
    [withHeader(""), /could not be/],
    [withHeader("ä"), /could not be/],
    [withHeader(5), /has no name/],
    [withHeader("Authorization"), /reserved/],
    [withHeader("mcp-method"), /reserved/],
    [withHeader("Host"), /reserved/],
    [withHeader("A", { type: "object" }), /more than one plain value/],
    [
      {
        properties: {
          a: { type: "string", "x-mcp-header": "A" },
          b: { type: "string", "x-mcp-header": "a" },
        },
      },
      /twice/,
    ],
    [
      { properties: { a: { items: { type: "string", "x-mcp-header": "A" } } } },
      /where no argument always is/,
    ],
    [{ anyOf: [withHeader("A")] }, /where no argument always is/],
  ])("%j are refused", (raw, says) => {
    expect(readInputSchema(raw).problem).toMatch(says);
  });
});
