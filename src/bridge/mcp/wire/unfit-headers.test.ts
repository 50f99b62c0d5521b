import { expect, it } from "vitest";
import { unfitHeaders } from "./unfit-headers.ts";

const schemaOf = (properties: unknown) => ({ type: "object", properties });
const region = (name: unknown, type: unknown = "string") => ({ type, "x-mcp-header": name });

it.each([
  ["no headers at all", schemaOf({ a: { type: "string" } })],
  ["one for each type", schemaOf({ a: region("A"), b: region("B", "integer"), c: region("C", "boolean") })],
  ["one of an argument within an argument", schemaOf({ a: schemaOf({ b: region("Region") }) })],
  ["an argument of that name", schemaOf({ "x-mcp-header": { type: "array" } })],
])("%s can be sent", (_kind, schema) => {
  expect(unfitHeaders(schema)).toBeUndefined();
});

it.each([
  ["an empty name", schemaOf({ a: region("") })],
  ["a name that is no text", schemaOf({ a: region(7) })],
  ["a name with a space", schemaOf({ a: region("My Region") })],
  ["a name with a colon", schemaOf({ a: region("Region:Primary") })],
  ["a name with a line break", schemaOf({ a: region("Region\r\nHost") })],
  ["a name that is not ASCII", schemaOf({ a: region("Région") })],
  ["a fraction", schemaOf({ a: region("A", "number") })],
  ["an object", schemaOf({ a: region("A", "object") })],
  ["several types", schemaOf({ a: region("A", ["string", "null"]) })],
  ["no type", schemaOf({ a: { "x-mcp-header": "A" } })],
  ["a name that stands twice", schemaOf({ a: region("Region"), b: region("region") })],
  ["one of the whole", { type: "object", "x-mcp-header": "A" }],
  ["one of a list's items", schemaOf({ a: { type: "array", items: region("A") } })],
  ["one of a choice", schemaOf({ a: { anyOf: [region("A")] } })],
  ["one of a definition", { $defs: { a: region("A") }, ...schemaOf({ a: { $ref: "#/$defs/a" } }) }],
])("%s cannot be sent", (_kind, schema) => {
  expect(unfitHeaders(schema)).toEqual(expect.any(String));
});
