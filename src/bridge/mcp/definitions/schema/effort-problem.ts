import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { targetOf } from "./reference-problem.ts";
import { allSchemas, subschemasOf } from "./subschemas.ts";

/** Steps that checking one value against one schema may take, and how deep they may lead. */
const MOST_STEPS = 5000;
const MOST_LEVELS = 100;

/** Why checking anything against a schema would never end, or take too long; nothing when it would not. */
export function effortProblem(root: JsonMap): string | undefined {
  const schemas = allSchemas(root);
  const known = new Map<JsonMap, number>();
  const under = new Set<JsonMap>();
  let problem: string | undefined;
  for (const schema of schemas) {
    stepsOf(schema);
    if (problem !== undefined) return problem;
  }
  return undefined;

  function stepsOf(schema: JsonMap): number {
    const before = known.get(schema);
    if (before !== undefined || problem !== undefined) return before ?? 0;
    if (under.has(schema)) problem = "it leads into itself without ever looking at a value";
    else if (under.size >= MOST_LEVELS) problem = "its schemas lead from one to the next too often";
    if (problem !== undefined) return 0;
    under.add(schema);
    let steps = 1;
    for (const next of sameValue(root, schema, schemas)) steps += stepsOf(next);
    under.delete(schema);
    known.set(schema, steps);
    if (steps > MOST_STEPS) problem ??= "its choices multiply until checking a value would take too long";
    return steps;
  }
}

const SAME_VALUE: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
]);

/** The schemas that are applied to the same value, rather than to something inside of it. */
function sameValue(root: JsonMap, schema: JsonMap, schemas: ReadonlySet<JsonMap>): readonly JsonMap[] {
  const ref = valueAt(schema, "$ref");
  const target = typeof ref === "string" ? targetOf(root, ref, schemas) : undefined;
  const inside = subschemasOf(schema).filter(({ keyword }) => SAME_VALUE.has(keyword));
  return [target, ...inside.map((one) => one.schema)].filter(isMap);
}
