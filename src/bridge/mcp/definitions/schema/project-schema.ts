import type { JsonSchema } from "../../../../kernel/index.ts";
import { isMap, type JsonMap, listAt, valueAt } from "../../../json-map.ts";
import { pointerOf } from "../json-pointer.ts";
import { inlineReferences } from "./inline-references.ts";
import { isCombined, mergeBranches } from "./merge-branches.ts";
import { plainChoices } from "./plain-choices.ts";
import { DIALECTS, type Dialect, EXPLAINS, type SchemaProvider } from "./provider-dialect.ts";

/** A schema as one provider takes it. */
export interface SchemaProjection {
  readonly schema: JsonSchema;
  /** What it no longer says, as JSON pointers; calls are still checked against the whole schema. */
  readonly lost: readonly string[];
}

/** Makes of a schema one that a provider takes: references inlined, an object at its root, nothing it refuses. */
export function projectSchema(schema: JsonSchema, provider: SchemaProvider): SchemaProjection {
  const dialect = DIALECTS[provider];
  const lost: string[] = [];
  const whole = inlineReferences(schema, () => lost.push("$ref"));
  if (isCombined(whole))
    lost.push(...["allOf", "anyOf", "oneOf"].filter((word) => word in whole).map((word) => `/${word}`));
  const { enum: _enum, const: _const, not: _not, ...root } = mergeBranches(whole);
  const projected = project(root, [], { dialect, lost });
  return { schema: { properties: {}, ...projected, type: "object" }, lost };
}

interface Projecting {
  readonly dialect: Dialect;
  readonly lost: string[];
}

function project(schema: JsonMap, way: readonly string[], at: Projecting): JsonMap {
  const plain = at.dialect.isPlain ? plainChoices(schema) : withPrefixItems(schema);
  const entries = Object.entries(plain).flatMap(([keyword, value]): [string, unknown][] => {
    if (!isTaken(keyword, value, at.dialect)) {
      if (!EXPLAINS.has(keyword) && !keyword.startsWith("x-")) at.lost.push(pointerOf([...way, keyword]));
      return [];
    }
    return [[keyword, projectValue(keyword, value, [...way, keyword], at)]];
  });
  const projected = withRequired(Object.fromEntries(entries));
  return projected["type"] === "array" && projected["items"] === undefined
    ? { ...projected, items: {} }
    : projected;
}

function isTaken(keyword: string, value: unknown, { keywords, formats }: Dialect): boolean {
  if (keyword === "$schema" || keyword === "$comment" || keyword.startsWith("x-")) return false;
  if (keyword === "format" && formats !== undefined) return formats.has(String(value));
  return keywords === undefined || keywords.has(keyword);
}

const INSIDE_ONE: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "contains",
  "not",
  "propertyNames",
  "if",
  "then",
  "else",
]);
const INSIDE_LIST: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const INSIDE_MAP: ReadonlySet<string> = new Set(["properties", "patternProperties", "dependentSchemas"]);

function projectValue(keyword: string, value: unknown, way: readonly string[], at: Projecting): unknown {
  const inside = (one: unknown, step: readonly string[]): unknown =>
    isMap(one) ? project(one, [...way, ...step], at) : at.dialect.isPlain ? {} : one;
  if (INSIDE_ONE.has(keyword)) return inside(value, []);
  if (INSIDE_LIST.has(keyword) && Array.isArray(value))
    return value.map((one: unknown, index) => inside(one, [String(index)]));
  if (!INSIDE_MAP.has(keyword) || !isMap(value)) return value;
  const isNamed =
    keyword === "properties" ? (name: string) => at.dialect.names?.test(name) !== false : () => true;
  return Object.fromEntries(
    Object.keys(value).flatMap((name): [string, unknown][] => {
      if (isNamed(name)) return [[name, inside(value[name], [name])]];
      at.lost.push(pointerOf([...way, name]));
      return [];
    }),
  );
}

/** What is required has to be there to be given. */
function withRequired(schema: JsonMap): JsonMap {
  const properties = valueAt(schema, "properties");
  if (!isMap(properties) || valueAt(schema, "required") === undefined) return schema;
  const { required: _, ...rest } = schema;
  const required = listAt(schema, "required").filter((name) => Object.hasOwn(properties, String(name)));
  return required.length === 0 ? rest : { ...rest, required };
}

/** A list of `items` is what newer drafts call `prefixItems`. */
function withPrefixItems(schema: JsonMap): JsonMap {
  const { items, additionalItems, ...rest } = schema;
  if (!Array.isArray(items)) return schema;
  return {
    ...rest,
    prefixItems: items,
    ...(additionalItems === undefined ? {} : { items: additionalItems }),
  };
}
