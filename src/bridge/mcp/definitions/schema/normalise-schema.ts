import type { JsonSchema } from "../../../../kernel/index.ts";
import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { plainKeywords } from "../../../schema/plain-keywords.ts";
import { isSafePattern } from "./safe-pattern.ts";
import { HOLDS_LIST, HOLDS_MAP, HOLDS_ONE } from "./subschemas.ts";
import { createTextRoom, type TextRoom } from "./text-room.ts";

/**
 * A schema as our validator and a model take it: the same, without keywords that are not what they must be, and with
 * texts of a bearable length. It may accept more than the server does, never less; the server has the last word.
 */
export function normaliseSchema(root: JsonMap): JsonSchema {
  return { ...normalised(root, createTextRoom()), type: "object" };
}

function normalised(schema: JsonMap, room: TextRoom): JsonMap {
  const kept = Object.keys(schema).flatMap((keyword) => {
    const value = keptValue(keyword, valueAt(schema, keyword), room);
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const patterns = valueAt(schema, "patternProperties");
  const isLooser = isMap(patterns) && !Object.keys(patterns).every(isSafePattern);
  return Object.fromEntries(isLooser ? kept.filter(([keyword]) => !CLOSES.has(keyword)) : kept);
}

/** What refuses all properties that no pattern names, where one of the patterns had to go. */
const CLOSES: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);

function keptValue(keyword: string, value: unknown, room: TextRoom): unknown {
  if (keyword === "pattern") return typeof value === "string" && isSafePattern(value) ? value : undefined;
  if (ASSERTIONS.has(keyword)) return bounded(plainKeywords({ [keyword]: value })[keyword]);
  if (keyword === "$ref") return typeof value === "string" ? value : undefined;
  if (keyword === "$anchor") return typeof value === "string" && ANCHOR.test(value) ? value : undefined;
  if (UNUSED.has(keyword)) return undefined;
  if (Array.isArray(value) && HOLDS_LIST.has(keyword)) return schemaList(value, room);
  if (HOLDS_MAP.has(keyword)) return isMap(value) ? schemaMap(keyword, value, room) : undefined;
  if (HOLDS_ONE.has(keyword)) return isSchema(value) ? inside(value, room) : undefined;
  return HOLDS_LIST.has(keyword) ? undefined : room.fit(value);
}

/** A validator trusts these, so a wrong one would end a call instead of being said. */
const ASSERTIONS: ReadonlySet<string> = new Set([
  "type",
  "format",
  "enum",
  "const",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minContains",
  "maxContains",
  "minProperties",
  "maxProperties",
  "uniqueItems",
  "required",
  "dependentRequired",
]);

const MOST_ASSERTED = 20_000;

function bounded(value: unknown): unknown {
  return value === undefined || JSON.stringify(value).length > MOST_ASSERTED ? undefined : value;
}

/** What changes where references lead, or what they lead to, in ways a server's definition has no need of. */
const UNUSED: ReadonlySet<string> = new Set([
  "$id",
  "id",
  "$recursiveRef",
  "$recursiveAnchor",
  "$dynamicRef",
  "$dynamicAnchor",
  "$vocabulary",
  "dependencies",
]);

const ANCHOR = /^[A-Za-z_][\w.-]{0,127}$/;

function schemaList(list: readonly unknown[], room: TextRoom): unknown {
  return list.length === 0 ? undefined : list.map((one) => inside(one, room));
}

function schemaMap(keyword: string, map: JsonMap, room: TextRoom): JsonMap {
  const isPattern = keyword === "patternProperties";
  return Object.fromEntries(
    Object.keys(map)
      .filter((name) => !isPattern || isSafePattern(name))
      .map((name) => [name, inside(valueAt(map, name), room)]),
  );
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isMap(value);
}

/** What is no schema accepts anything. */
function inside(value: unknown, room: TextRoom): JsonMap | boolean {
  if (typeof value === "boolean") return value;
  return isMap(value) ? normalised(value, room) : {};
}
