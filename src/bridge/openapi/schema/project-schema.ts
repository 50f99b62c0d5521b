import { followRef } from "../../follow-ref.ts";
import { isMap, type JsonMap, listAt, mapAt, valueAt } from "../../json-map.ts";
import { fromOldDialect } from "./from-old-dialect.ts";
import { LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "../../schema/keywords.ts";
import { isReadOnly, isUsablePattern, plainKeywords } from "../../schema/plain-keywords.ts";

/** Turns schemas of a document into JSON Schema 2020-12 that stands on its own. */
export interface Projector {
  project(schema: unknown): JsonMap | boolean;
  /** What the projected schemas refer to, by name; complete once everything was projected. */
  definitions(): JsonMap;
}

/** Makes a projector; beyond its limits a schema accepts anything, and the service has the last word. */
export function createProjector(root: JsonMap, isOldDialect: boolean): Projector {
  const names = new Map<string, string>();
  const taken = new Map<string, number>();
  const waiting: { readonly name: string; readonly schema: unknown }[] = [];
  let room = MOST_SCHEMAS;

  return {
    project: (schema) => project(schema, 0),
    definitions() {
      const entries: [string, JsonMap | boolean][] = [];
      // Projecting one may add others to the end.
      for (const { name, schema } of waiting) entries.push([name, project(schema, 0)]);
      return Object.fromEntries(entries);
    },
  };

  function project(value: unknown, depth: number): JsonMap | boolean {
    if (typeof value === "boolean") return value;
    room -= 1;
    if (!isMap(value) || room < 0 || depth > MOST_DEPTH) return {};
    const schema = isOldDialect ? fromOldDialect(value) : value;
    const inside = (one: unknown): JsonMap | boolean => project(one, depth + 1);
    return {
      ...referenceOf(schema),
      ...plainKeywords(schema),
      ...Object.fromEntries([
        ...SCHEMA_KEYWORDS.filter((keyword) => isSchema(valueAt(schema, keyword))).map((keyword) => [
          keyword,
          inside(valueAt(schema, keyword)),
        ]),
        ...LIST_KEYWORDS.filter((keyword) => listAt(schema, keyword).length > 0).map((keyword) => [
          keyword === "oneOf" && isDiscriminated(schema) ? "anyOf" : keyword,
          listAt(schema, keyword).map(inside),
        ]),
        ...MAP_KEYWORDS.filter((keyword) => isMap(valueAt(schema, keyword))).map((keyword) => [
          keyword,
          namedSchemas(schema, keyword, inside),
        ]),
      ]),
    };
  }

  function referenceOf(schema: JsonMap): JsonMap {
    const ref = valueAt(schema, "$ref");
    if (typeof ref !== "string") return {};
    const followed = followRef(root, ref);
    if (followed.kind === "broken") return {};
    return { $ref: `#/$defs/${nameFor(followed.tokens, followed.value)}` };
  }

  function nameFor(tokens: readonly string[], schema: unknown): string {
    const key = JSON.stringify(tokens);
    const known = names.get(key);
    if (known !== undefined) return known;
    const wish = (tokens.at(-1) ?? "").slice(0, 60).replaceAll(/[^\w.-]/g, "_") || "schema";
    const name = freeName(wish, taken);
    names.set(key, name);
    waiting.push({ name, schema });
    return name;
  }
}

const MOST_SCHEMAS = 2000;
const MOST_DEPTH = 64;

function freeName(wish: string, taken: Map<string, number>): string {
  let count = taken.get(wish) ?? 1;
  let name = wish;
  for (; taken.has(name); count += 1) name = `${wish}_${count + 1}`;
  taken.set(wish, count);
  if (name !== wish) taken.set(name, 1);
  return name;
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isMap(value);
}

/** A discriminator says which one is meant, though others fit as well. */
function isDiscriminated(schema: JsonMap): boolean {
  return isMap(valueAt(schema, "discriminator")) && valueAt(schema, "anyOf") === undefined;
}

/** What a service only ever sends is left out: these schemas describe what it is sent. */
function namedSchemas(
  schema: JsonMap,
  keyword: string,
  inside: (one: unknown) => JsonMap | boolean,
): JsonMap {
  const isPattern = keyword === "patternProperties";
  return Object.fromEntries(
    Object.entries(mapAt(schema, keyword))
      .filter(([name, one]) => !isReadOnly(one) && (!isPattern || isUsablePattern(name)))
      .map(([name, one]) => [name, inside(one)]),
  );
}
