import { isMap, type JsonMap, listAt, valueAt } from "../../../json-map.ts";
import { mergeBranches } from "./merge-branches.ts";

/** A schema in the words of a provider that has one type for a value, and `anyOf` as its only choice. */
export function plainChoices(schema: JsonMap): JsonMap {
  const { oneOf, anyOf = oneOf, allOf, ...rest } = schema;
  const merged = allOf === undefined ? rest : mergeBranches({ ...rest, allOf });
  const choices = anyOf === undefined ? merged : { ...merged, anyOf };
  const alone = withoutNullChoice(choices);
  return alone === choices ? withPlainItems(withPlainEnum(withPlainType(choices))) : plainChoices(alone);
}

function withoutNullChoice(schema: JsonMap): JsonMap {
  const choices = listAt(schema, "anyOf");
  const others = choices.filter((choice) => !isMap(choice) || valueAt(choice, "type") !== "null");
  if (others.length === choices.length) return schema;
  const { anyOf: _, ...rest } = schema;
  const [only] = others;
  if (others.length === 1 && isMap(only)) return { ...only, ...rest, nullable: true };
  return { ...rest, ...(others.length === 0 ? {} : { anyOf: others }), nullable: true };
}

function withPlainType(schema: JsonMap): JsonMap {
  const { type, ...rest } = schema;
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== "null");
  const nullable = types.length < type.length ? { nullable: true } : {};
  if (types.length === 1) return { ...rest, type: types[0] as unknown, ...nullable };
  const anyOf =
    valueAt(schema, "anyOf") === undefined && types.length > 0
      ? { anyOf: types.map((one) => ({ type: one as unknown })) }
      : {};
  return { ...rest, ...anyOf, ...nullable };
}

/** Only texts are enumerated; a constant is an enumeration of one. */
function withPlainEnum(schema: JsonMap): JsonMap {
  const { const: only, enum: _, ...rest } = schema;
  const values = only === undefined ? listAt(schema, "enum") : [only];
  const texts = values.filter((value) => value !== null);
  if (texts.length === 0 || !texts.every((value) => typeof value === "string")) return rest;
  return {
    ...rest,
    type: "string",
    enum: texts,
    ...(texts.length < values.length ? { nullable: true } : {}),
  };
}

function withPlainItems(schema: JsonMap): JsonMap {
  const { prefixItems, items, ...rest } = schema;
  const tuple = Array.isArray(items) ? items : prefixItems;
  return Array.isArray(tuple) && tuple.length > 0
    ? { ...rest, items: { anyOf: tuple as unknown[] } }
    : schema;
}
