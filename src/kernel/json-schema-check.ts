import { type SchemaDraft, Validator } from "@cfworker/json-schema";
import type { CheckInput, InputIssue, JsonSchema } from "./input-schema.ts";

/** Makes the check for a raw JSON Schema, in the draft it names. */
export function createJsonSchemaCheck(parameters: JsonSchema): CheckInput<Record<string, unknown>> {
  const validator = new Validator(parameters, draftOf(parameters), false);
  return (input) => {
    if (!isObject(input)) return { issues: [{ message: "expected an object of arguments" }] };
    const { valid, errors } = validator.validate(input);
    return valid ? { value: input } : { issues: leavesOf(errors) };
  };
}

function isObject(input: unknown): input is Record<string, unknown> {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}

type Errors = ReturnType<Validator["validate"]>["errors"];

function draftOf({ $schema }: JsonSchema): SchemaDraft {
  if (typeof $schema !== "string") return "2020-12";
  if ($schema.includes("draft-07") || $schema.includes("draft-06")) return "7";
  if ($schema.includes("draft-04")) return "4";
  return $schema.includes("2019-09") ? "2019-09" : "2020-12";
}

/** Keeps the deepest complaints: the ones above them only say that something below is wrong. */
function leavesOf(errors: Errors): readonly InputIssue[] {
  const leaves = errors.filter(
    (error) =>
      !errors.some((other) => other !== error && isBelow(other.keywordLocation, error.keywordLocation)),
  );
  return leaves.map(({ instanceLocation, error }) => ({
    path: instanceLocation.split("/").slice(1),
    message: error,
  }));
}

function isBelow(location: string, parent: string): boolean {
  return location.startsWith(`${parent}/`);
}
