import { isMap, type JsonMap, listAt, mapAt, valueAt } from "../../../json-map.ts";

const COMBINES: readonly string[] = ["allOf", "anyOf", "oneOf"];

/** Tells whether a schema is put together of others. */
export function isCombined(schema: JsonMap): boolean {
  return COMBINES.some((keyword) => valueAt(schema, keyword) !== undefined);
}

/**
 * An object that is put together of others as one plain object: every property that any of them names, and of the
 * required ones those that no branch leaves out. It accepts more than the original, never less.
 */
export function mergeBranches(schema: JsonMap): JsonMap {
  const { allOf: _all, anyOf: _any, oneOf: _one, ...own } = schema;
  const all = listAt(schema, "allOf").filter(isMap).map(mergeBranches);
  const choices = ["anyOf", "oneOf"]
    .map((keyword) => listAt(schema, keyword).filter(isMap).map(mergeBranches))
    .filter((branches) => branches.length > 0);
  const parts = [own, ...all, ...choices.flat()];
  const required = [...[own, ...all].flatMap(requiredBy), ...choices.flatMap(requiredByEach)];
  const properties = parts.toReversed().flatMap((part) => Object.entries(mapAt(part, "properties")));
  return {
    ...Object.fromEntries([...all, own].flatMap((part) => Object.entries(part))),
    ...(properties.length === 0 ? {} : { properties: Object.fromEntries(properties) }),
    ...(required.length === 0 ? {} : { required: [...new Set(required)] }),
  };
}

function requiredBy(schema: JsonMap): readonly unknown[] {
  return listAt(schema, "required");
}

function requiredByEach(branches: readonly JsonMap[]): readonly unknown[] {
  const [first = [], ...others] = branches.map(requiredBy);
  return first.filter((name) => others.every((names) => names.includes(name)));
}
