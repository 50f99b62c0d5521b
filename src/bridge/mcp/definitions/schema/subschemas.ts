import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "../../../schema/keywords.ts";

/** A schema inside a schema: by which keyword, and under which name or place where there are several. */
export interface Subschema {
  readonly keyword: string;
  readonly name?: string;
  readonly schema: unknown;
}

/** Keywords under which one schema stands. */
export const HOLDS_ONE: ReadonlySet<string> = new Set([...SCHEMA_KEYWORDS, "additionalItems"]);

/** Keywords under which a list of schemas stands; older drafts have one for `items` too. */
export const HOLDS_LIST: ReadonlySet<string> = new Set([...LIST_KEYWORDS, "items"]);

/** Keywords under which schemas stand by name. */
export const HOLDS_MAP: ReadonlySet<string> = new Set([...MAP_KEYWORDS, "$defs", "definitions"]);

/** Every schema directly inside a schema; names of properties are never taken for keywords. */
export function subschemasOf(schema: JsonMap): readonly Subschema[] {
  return Object.keys(schema).flatMap((keyword) => insideOf(keyword, valueAt(schema, keyword)));
}

function insideOf(keyword: string, value: unknown): readonly Subschema[] {
  if (Array.isArray(value)) {
    if (!HOLDS_LIST.has(keyword)) return [];
    return value.map((schema: unknown, at) => ({ keyword, name: String(at), schema }));
  }
  if (HOLDS_MAP.has(keyword)) {
    if (!isMap(value)) return [];
    return Object.keys(value).map((name) => ({ keyword, name, schema: valueAt(value, name) }));
  }
  return HOLDS_ONE.has(keyword) ? [{ keyword, schema: value }] : [];
}

/** Every schema of a document that stands where a schema belongs, itself first. */
export function allSchemas(root: JsonMap): ReadonlySet<JsonMap> {
  const met = new Set([root]);
  // A set is walked in the order things were added, those added on the way included.
  for (const schema of met)
    for (const inside of subschemasOf(schema)) if (isMap(inside.schema)) met.add(inside.schema);
  return met;
}
