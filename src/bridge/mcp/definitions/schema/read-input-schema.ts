import type { JsonSchema } from "../../../../kernel/index.ts";
import { isMap, type JsonMap, valueAt } from "../../../json-map.ts";
import { isNestedDeeper } from "../../nested-deeper.ts";
import { effortProblem } from "./effort-problem.ts";
import { headerProblem } from "./header-problem.ts";
import { normaliseSchema } from "./normalise-schema.ts";
import { referenceProblem, remoteReferenceProblem } from "./reference-problem.ts";
import { allSchemas, subschemasOf } from "./subschemas.ts";

/** A schema that can be used, or why it cannot. */
export type ReadSchema =
  | { readonly schema: JsonSchema; readonly problem?: undefined }
  | { readonly problem: string };

/** What takes any arguments. */
export const ANY_OBJECT: JsonSchema = { type: "object" };

/** Reads the input schema of a remote tool; what is only odd is made plain, what cannot be used says why. */
export function readInputSchema(inputSchema: unknown): ReadSchema {
  if (inputSchema === undefined || inputSchema === null || inputSchema === true)
    return { schema: ANY_OBJECT };
  if (!isMap(inputSchema)) return { problem: "its input schema is no schema" };
  const problem =
    sizeProblem(inputSchema) ??
    rootProblem(inputSchema) ??
    referenceProblem(inputSchema) ??
    effortProblem(inputSchema) ??
    headerProblem(inputSchema);
  if (problem !== undefined) return { problem: `its input schema cannot be used: ${problem}` };
  return { schema: normaliseSchema(inputSchema) };
}

/** Why an output schema must not be passed on; nothing is ever checked against it here. */
export function outputSchemaProblem(outputSchema: unknown): string | undefined {
  if (!isMap(outputSchema)) return undefined;
  const problem = sizeProblem(outputSchema) ?? remoteReferenceProblem(outputSchema);
  return problem === undefined ? undefined : `its output schema cannot be used: ${problem}`;
}

const MOST_LEVELS = 100;
const MOST_CHARACTERS = 256 * 1024;
const MOST_SCHEMAS = 5000;
const LONGEST_NAME = 256;

function sizeProblem(schema: JsonMap): string | undefined {
  if (isNestedDeeper(schema, MOST_LEVELS)) return `it is nested more than ${MOST_LEVELS} levels deep`;
  const { length } = JSON.stringify(schema);
  if (length > MOST_CHARACTERS) return `it is ${length} characters long`;
  const schemas = allSchemas(schema);
  if (schemas.size > MOST_SCHEMAS) return `it holds ${schemas.size} schemas`;
  for (const one of schemas) {
    const long = subschemasOf(one).find(({ name = "" }) => name.length > LONGEST_NAME);
    if (long?.name !== undefined) return `a name in it is ${long.name.length} characters long`;
  }
  return undefined;
}

function rootProblem(schema: JsonMap): string | undefined {
  const type = valueAt(schema, "type");
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  const isObject = type === undefined || types.includes("object") || types.every(isNoType);
  return isObject ? undefined : "arguments are an object, and it describes something else";
}

const TYPES: readonly unknown[] = ["string", "number", "integer", "boolean", "array", "null"];

/** Some say `any` or nothing sensible, and mean no harm. */
function isNoType(type: unknown): boolean {
  return !TYPES.includes(type);
}
