import { isMap, type JsonMap, listAt, mapAt, valueAt } from "../json-map.ts";

/** Keywords under which one schema stands. */
export const SCHEMA_KEYWORDS: readonly string[] = [
  "items",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
  "propertyNames",
  "contains",
  "not",
  "if",
  "then",
  "else",
];

/** Keywords under which a list of schemas stands. */
export const LIST_KEYWORDS: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/** Keywords under which schemas stand by name. */
export const MAP_KEYWORDS: readonly string[] = ["properties", "patternProperties", "dependentSchemas"];

/** The schemas directly inside a schema. */
export function schemasInside(schema: JsonMap): readonly JsonMap[] {
  return [
    ...SCHEMA_KEYWORDS.map((keyword) => valueAt(schema, keyword)),
    ...LIST_KEYWORDS.flatMap((keyword) => listAt(schema, keyword)),
    ...MAP_KEYWORDS.flatMap((keyword) => Object.values(mapAt(schema, keyword))),
  ].filter(isMap);
}
