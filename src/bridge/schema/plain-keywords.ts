import { isMap, type JsonMap, listAt, mapAt, valueAt } from "../json-map.ts";

/**
 * The keywords of a schema that hold no other schema, each only where its value is what it must be.
 * A validator trusts them all, so a wrong one would end a call instead of being said.
 */
export function plainKeywords(schema: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.keys(schema).flatMap((keyword) => {
      const kept = KEPT.get(keyword)?.(schema[keyword], schema);
      return kept === undefined ? [] : [[keyword, kept]];
    }),
  );
}

/** Tells whether a property is one that a service sends but does not take. */
export function isReadOnly(schema: unknown): boolean {
  return isMap(schema) && valueAt(schema, "readOnly") === true;
}

/** Tells whether this is a regular expression of a sensible length. */
export function isUsablePattern(pattern: string): boolean {
  if (pattern.length > MOST_PATTERN) return false;
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

type Keep = (value: unknown, schema: JsonMap) => unknown;

const MOST_PATTERN = 1000;
const MOST_TEXT = 1000;
const MOST_VALUE = 20_000;

const number: Keep = (value) => (Number.isFinite(value) ? value : undefined);
const count: Keep = (value) => (Number.isSafeInteger(value) && (value as number) >= 0 ? value : undefined);
const flag: Keep = (value) => (value === true ? true : undefined);
const text: Keep = (value) => (typeof value === "string" ? value.slice(0, MOST_TEXT) : undefined);

const KEPT: ReadonlyMap<string, Keep> = new Map<string, Keep>([
  ["type", typeOf],
  ["title", text],
  ["description", text],
  ["format", (value) => (typeof value === "string" && !(value in {}) ? text(value, {}) : undefined)],
  ["pattern", (value) => (typeof value === "string" && isUsablePattern(value) ? value : undefined)],
  ["default", smallValue],
  ["const", smallValue],
  ["enum", (value) => (Array.isArray(value) && value.length > 0 ? smallValue(value) : undefined)],
  ["minimum", number],
  ["maximum", number],
  ["exclusiveMinimum", number],
  ["exclusiveMaximum", number],
  ["multipleOf", (value) => (Number.isFinite(value) && (value as number) > 0 ? value : undefined)],
  ["minLength", count],
  ["maxLength", count],
  ["minItems", count],
  ["maxItems", count],
  ["minContains", count],
  ["maxContains", count],
  ["minProperties", count],
  ["maxProperties", count],
  ["uniqueItems", flag],
  ["deprecated", flag],
  ["required", (_, schema) => requiredOf(schema)],
  ["dependentRequired", dependentRequired],
]);

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "array", "object", "null"];

function typeOf(value: unknown): unknown {
  if (!Array.isArray(value)) return TYPES.includes(value) ? value : undefined;
  const known = value.filter((type) => TYPES.includes(type));
  return known.length === 0 ? undefined : known;
}

function smallValue(value: unknown): unknown {
  try {
    return (JSON.stringify(value)?.length ?? Infinity) <= MOST_VALUE ? value : undefined;
  } catch {
    return undefined;
  }
}

function requiredOf(schema: JsonMap): unknown {
  const properties = mapAt(schema, "properties");
  const names = namesIn(listAt(schema, "required")).filter((name) => !isReadOnly(valueAt(properties, name)));
  return names.length === 0 ? undefined : names;
}

function dependentRequired(value: unknown): unknown {
  if (!isMap(value)) return undefined;
  return Object.fromEntries(Object.keys(value).map((name) => [name, namesIn(listAt(value, name))]));
}

function namesIn(list: readonly unknown[]): readonly string[] {
  return list.filter((name) => typeof name === "string");
}
