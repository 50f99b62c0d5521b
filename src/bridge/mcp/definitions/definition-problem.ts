import type { RemoteDefinition } from "../../../ledger/index.ts";
import { isNestedDeeper } from "../nested-deeper.ts";
import { outputSchemaProblem } from "./schema/read-input-schema.ts";

const MOST_LEVELS = 200;
const MOST_CHARACTERS = 1024 * 1024;

/** Why a definition cannot even be looked at, or must not be passed on; nothing when it can. */
export function definitionProblem(definition: RemoteDefinition): string | undefined {
  if (isNestedDeeper(definition, MOST_LEVELS)) return `it is nested more than ${MOST_LEVELS} levels deep`;
  const { length } = JSON.stringify(definition);
  if (length > MOST_CHARACTERS) return `it is ${length} characters long`;
  return outputSchemaProblem(definition["outputSchema"]);
}
