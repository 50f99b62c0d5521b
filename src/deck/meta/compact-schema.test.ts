import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactSchema } from "./compact-schema.ts";

describe("compactSchema", () => {
  it("tells a small schema whole, without what no caller needs", () => {
    const schema = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "Input",
      type: "object",
      properties: {
        title: { type: "string", title: "Title", description: "What it is about" },
        kind: { enum: ["a", "b"] },
      },
      required: ["title"],
      additionalProperties: false,
    };
    expect(compactSchema(schema)).toEqual({
      type: "object",
      properties: { title: { type: "string", description: "What it is about" }, kind: { enum: ["a", "b"] } },
      required: ["title"],
    });
  });

  it("keeps the names and types of a large schema when its descriptions must go", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 25 }, (_, at) => [
        `field${at}`,
        { type: "string", description: "long ".repeat(100) },
      ]),
    );
    const compact = compactSchema({ type: "object", properties }) as { properties: Record<string, unknown> };
    expect(Object.keys(compact.properties)).toEqual(Object.keys(properties));
    expect(compact.properties["field24"]).toEqual({ type: "string" });
  });

  it("falls back to what is required", () => {
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, at) => [`field${at}`, { type: "string" }]),
    );
    expect(compactSchema({ type: "object", properties, required: ["field1"] })).toEqual({
      type: "object",
      required: ["field1"],
    });
  });

  it("never throws and stays small, whatever the schema is", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (schema) => {
        expect(JSON.stringify(compactSchema({ ...schema, required: [] })).length).toBeLessThanOrEqual(1500);
      }),
    );
  });
});
