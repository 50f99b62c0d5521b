import { describe, expect, it } from "vitest";
import { documentOf, openService } from "../../../../test/openapi/open-service.ts";
import { createLocalNet } from "../../../backends/index.ts";
import { createOpenApiGateway } from "../create-open-api-gateway.ts";

const { signal } = new AbortController();

/** The gateway of a document with one operation, `api.op`. */
function gatewayOf(operation: object, root: object = {}, url = "https://api.example") {
  const paths = { "/op/{id}": { post: { operationId: "op", ...operation }, get: { operationId: "fine" } } };
  const documents = [{ toolkit: "api", document: documentOf(url, { ...paths, root }) }];
  return createOpenApiGateway({ documents, net: createLocalNet(), env: () => undefined });
}

async function parametersOf(operation: object, root: object = {}) {
  const { actions } = await gatewayOf(operation, root).discover({ limit: 9 }, signal);
  return actions.find(({ slug }) => slug === "api.op")?.parameters as {
    readonly properties: Record<string, unknown>;
    readonly required?: readonly string[];
    readonly $defs?: Record<string, unknown>;
  };
}

/** What becomes of a body's schema. */
async function bodyOf(schema: unknown, root: object = {}) {
  const { properties, $defs } = await parametersOf(
    { requestBody: { content: { "application/json": { schema } } } },
    root,
  );
  return { body: properties["body"], $defs };
}

function named(name: string, place: string): object {
  return { name, in: place, schema: {} };
}

describe("the arguments of an operation", () => {
  it("are its parameters and its body in one object", async () => {
    const parameters = await parametersOf({
      parameters: [
        { name: "q", in: "query", description: "What to look for", schema: { type: "string" } },
        { name: "X-Trace", in: "header", required: true, deprecated: true, schema: { type: "string" } },
      ],
      requestBody: {
        required: true,
        description: "The thing",
        content: { "application/json": { schema: { type: "object" } } },
      },
    });
    expect(parameters).toEqual({
      type: "object",
      properties: {
        id: { type: ["string", "integer"] },
        q: { type: "string", description: "What to look for" },
        "X-Trace": { type: "string", deprecated: true },
        body: { type: "object", description: "The thing" },
      },
      required: ["id", "X-Trace", "body"],
      additionalProperties: false,
    });
  });

  it("are told apart by their place where names meet", async () => {
    const { properties } = await parametersOf({
      parameters: [
        named("id", "query"),
        named("body", "query"),
        named("query_body", "header"),
        named("__proto__", "query"),
      ],
      requestBody: { content: { "application/json": {} } },
    });
    expect(Object.keys(properties)).toEqual([
      "path_id",
      "query_id",
      "query_body_",
      "query_body",
      "__proto__",
      "body",
    ]);
  });

  it("of a path hold for its operations, which may say otherwise", async () => {
    const service = await openService();
    try {
      const paths = {
        "/p": {
          parameters: [
            { name: "a", in: "query", required: true, schema: { type: "integer" } },
            { $ref: "#/components/parameters/b" },
          ],
          get: { operationId: "op", parameters: [{ name: "a", in: "query", schema: { type: "string" } }] },
        },
      };
      const root = {
        components: { parameters: { b: { name: "b", in: "query", schema: { type: "boolean" } } } },
      };
      const gateway = service.gateway({ paths: { ...paths, root } });
      await gateway.execute("api.op", { a: "x", b: true }, signal);
      expect(service.last().url).toBe("/p?a=x&b=true");
    } finally {
      await service.close();
    }
  });
});

function components(schemas: object): object {
  return { components: { schemas } };
}

describe("schemas", () => {
  it("keep references as definitions, cycles included", async () => {
    const root = components({
      Node: {
        type: "object",
        properties: {
          next: { $ref: "#/components/schemas/Node" },
          pet: { $ref: "#/components/schemas/Pet~1Dog" },
        },
      },
      "Pet/Dog": { type: "string" },
    });
    const { body, $defs } = await bodyOf({ $ref: "#/components/schemas/Node" }, root);
    expect(body).toEqual({ $ref: "#/$defs/Node" });
    expect($defs).toEqual({
      Node: {
        type: "object",
        properties: { next: { $ref: "#/$defs/Node" }, pet: { $ref: "#/$defs/Pet_Dog" } },
      },
      Pet_Dog: { type: "string" },
    });
  });

  it("are checked through their references", async () => {
    const root = components({
      Tree: { type: "object", additionalProperties: { $ref: "#/components/schemas/Tree" } },
    });
    const gateway = gatewayOf(
      { requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Tree" } } } } },
      root,
    );
    await expect(
      gateway.execute("api.op", { id: "1", body: { a: { b: { c: 1 } } } }, signal),
    ).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("body.a.b.c"),
    });
  });

  it.each([
    [
      "nullable",
      { type: "string", nullable: true, enum: ["a"] },
      { type: ["string", "null"], enum: ["a", null] },
    ],
    [
      "a nullable choice",
      { nullable: true, oneOf: [{ type: "string" }] },
      { anyOf: [{ oneOf: [{ type: "string" }] }, { type: "null" }] },
    ],
    [
      "exclusive limits",
      { minimum: 1, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 5 },
    ],
    [
      "what stands beside a reference",
      { $ref: "#/components/schemas/A", minLength: 5 },
      { $ref: "#/$defs/A" },
    ],
  ])("of 3.0 are translated: %s", async (_, schema, expected) => {
    const root = { openapi: "3.0.3", ...components({ A: { type: "string" } }) };
    expect((await bodyOf(schema, root)).body).toEqual(expected);
  });

  it("leave the choice to a discriminator, where there is one", async () => {
    const oneOf = [{ type: "object" }, {}];
    const discriminator = { propertyName: "kind" };
    expect((await bodyOf({ oneOf })).body).toEqual({ oneOf });
    expect((await bodyOf({ oneOf, discriminator })).body).toEqual({ anyOf: oneOf });
    expect((await bodyOf({ anyOf: [{}], oneOf, discriminator })).body).toEqual({ anyOf: [{}], oneOf });
  });

  it("leave out what a service only sends", async () => {
    const schema = {
      type: "object",
      required: ["id", "name"],
      properties: { id: { readOnly: true }, name: {} },
    };
    expect((await bodyOf(schema)).body).toEqual({
      type: "object",
      required: ["name"],
      properties: { name: {} },
    });
  });

  it("keep only keywords that are what they must be", async () => {
    const schema = JSON.parse(`{
      "type": ["string", "any"], "enum": 5, "required": "all", "properties": {"__proto__": {"type": "integer"}, "constructor": {}},
      "pattern": "(", "format": "__proto__", "multipleOf": 0, "maxLength": -1, "items": "x", "allOf": [], "minimum": "1",
      "id": "::", "$id": "http://[", "$anchor": "a", "example": {"$ref": "https://evil.example/"}, "x-any": {"id": 1}
    }`) as unknown;
    const { body } = await bodyOf(schema);
    expect(JSON.stringify(body)).toBe(
      '{"type":["string"],"properties":{"__proto__":{"type":"integer"},"constructor":{}}}',
    );
  });

  it("check keys that every object inherits like any other", async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"integer"},"toString":{"type":"integer"}}}',
    ) as unknown;
    const gateway = gatewayOf({ requestBody: { content: { "application/json": { schema } } } });
    for (const body of ['{"__proto__":"x"}', '{"toString":"x"}']) {
      await expect(
        gateway.execute("api.op", { id: "1", body: JSON.parse(body) as unknown }, signal),
      ).rejects.toMatchObject({
        code: "invalid_input",
      });
    }
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });
});

function checking(schema: unknown, body: unknown, root: object = {}): Promise<unknown> {
  const gateway = gatewayOf({ requestBody: { content: { "application/json": { schema } } } }, root);
  return gateway.execute("api.op", { id: "1", body }, signal);
}

const UNCHECKED = { code: "unavailable", message: expect.stringContaining("cannot be checked") as unknown };

describe("schemas that would take for ever", () => {
  it("by a pattern that backtracks are not checked for long, and nothing is sent", async () => {
    const schema = { type: "string", pattern: "^(a+)+$" };
    await expect(checking(schema, `${"a".repeat(60)}b`)).rejects.toMatchObject(UNCHECKED);
  });

  it("by choices that double at every step are not checked for long", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => {
        const next = { $ref: `#/components/schemas/S${at + 1}` };
        return [`S${at}`, { allOf: [next, next] }];
      }),
    );
    const root = {
      components: { schemas: { ...schemas, S60: { type: "string" } } },
    };
    await expect(checking({ $ref: "#/components/schemas/S0" }, 1, root)).rejects.toMatchObject(UNCHECKED);
  });

  it("by leading into themselves are said", async () => {
    const root = { components: { schemas: { A: { allOf: [{ $ref: "#/components/schemas/A" }] } } } };
    await expect(checking({ $ref: "#/components/schemas/A" }, 1, root)).rejects.toMatchObject(UNCHECKED);
  });

  it("by their size accept anything beyond a limit", async () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [
        `S${at}`,
        { type: "object", properties: { next: { $ref: `#/components/schemas/S${at + 1}` } } },
      ]),
    );
    const root = { components: { schemas: { ...schemas, S3000: { type: "string" } } } };
    const { $defs = {} } = await bodyOf({ $ref: "#/components/schemas/S0" }, root);
    expect(Object.keys($defs).length).toBeLessThan(2001);
    const deep = Array.from({ length: 5000 }).reduce<unknown>((inner) => ({ not: inner }), {});
    expect(JSON.stringify((await bodyOf(deep)).body).length).toBeLessThan(1000);
  });
});
