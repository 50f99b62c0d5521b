import type { JsonSchema } from "../../../../kernel/index.ts";
import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { targetOf } from "./reference-problem.ts";
import { allSchemas, HOLDS_LIST, HOLDS_MAP, HOLDS_ONE } from "./subschemas.ts";

const MOST_SCHEMAS = 2000;

/**
 * A schema with what it refers to in place of its references. One that leads into itself, or that would grow without
 * bound, ends in what accepts anything; `onEnd` is told.
 */
export function inlineReferences(root: JsonSchema, onEnd: () => void = () => undefined): JsonSchema {
  const schemas = allSchemas(root);
  let room = MOST_SCHEMAS;
  return inlined(root, []);

  function inlined(schema: JsonMap, under: readonly JsonMap[]): JsonMap {
    room -= 1;
    const ref = valueAt(schema, "$ref");
    if (typeof ref !== "string") return withInside(schema, under);
    const target = targetOf(root, ref, schemas);
    if (!isMap(target)) return target === false ? { not: {} } : withInside(schema, under);
    if (under.includes(target) || room < 0) {
      onEnd();
      return { ...typeOf(target), ...withInside(schema, under) };
    }
    return { ...inlined(target, [...under, target]), ...withInside(schema, under) };
  }

  function withInside(schema: JsonMap, under: readonly JsonMap[]): JsonMap {
    const inside = (one: unknown): unknown => (isMap(one) ? inlined(one, under) : one);
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]) => {
        if (DEFINES.has(keyword)) return [];
        if (Array.isArray(value) && HOLDS_LIST.has(keyword)) return [[keyword, value.map(inside)]];
        if (!isMap(value)) return [[keyword, value]];
        if (HOLDS_MAP.has(keyword)) {
          return [
            [keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inside(one)]))],
          ];
        }
        return [[keyword, HOLDS_ONE.has(keyword) ? inside(value) : value]];
      }),
    );
  }
}

/** Of no use once nothing refers to anything. */
const DEFINES: ReadonlySet<string> = new Set(["$ref", "$anchor", "$defs", "definitions"]);

function typeOf(schema: JsonMap): JsonMap {
  const type = valueAt(schema, "type");
  return type === undefined ? {} : { type };
}
