import { type JsonMap, listAt, valueAt } from "../../json-map.ts";

/** A schema of OpenAPI 3.0 in the words of JSON Schema; schemas inside it are left as they are. */
export function fromOldDialect(schema: JsonMap): JsonMap {
  const { nullable, exclusiveMinimum, exclusiveMaximum, $ref, ...rest } = schema;
  if (typeof $ref === "string") {
    // Beside a `$ref` nothing counts in 3.0, but many documents mean this.
    return nullable === true ? orNull({ $ref }) : { $ref };
  }
  const bounded = {
    ...rest,
    ...bound("minimum", "exclusiveMinimum", rest["minimum"], exclusiveMinimum),
    ...bound("maximum", "exclusiveMaximum", rest["maximum"], exclusiveMaximum),
  };
  return nullable === true ? withNull(bounded) : bounded;
}

/** What was a flag beside a limit became a limit of its own. */
function bound(limit: string, exclusive: string, value: unknown, flag: unknown): JsonMap {
  if (flag === true) return { [limit]: undefined, [exclusive]: value };
  return typeof flag === "number" ? { [exclusive]: flag } : {};
}

function withNull(schema: JsonMap): JsonMap {
  const type = valueAt(schema, "type");
  if (typeof type !== "string")
    return COMPOSED.some((keyword) => valueAt(schema, keyword) !== undefined) ? orNull(schema) : schema;
  const values = listAt(schema, "enum");
  return {
    ...schema,
    type: [type, "null"],
    ...(values.length === 0 || values.includes(null) ? {} : { enum: [...values, null] }),
  };
}

const COMPOSED: readonly string[] = ["allOf", "anyOf", "oneOf", "enum"];

function orNull(schema: JsonMap): JsonMap {
  return { anyOf: [schema, { type: "null" }] };
}
