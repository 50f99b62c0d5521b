import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { Fault } from "./fault.ts";

/** A JSON Schema as it travels over wires. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Any schema of the Standard Schema family, such as zod's. */
export type InputSchema<T = unknown> = StandardSchemaV1<unknown, T>;

/** What was wrong with one field of an input. */
export interface InputProblem {
  readonly field: string;
  readonly message: string;
}

/** An input after validation. */
export type ParsedInput<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problems: readonly InputProblem[] };

/** Checks an input once, before a tool runs. */
export type ParseInput<T> = (input: unknown) => ParsedInput<T> | Promise<ParsedInput<T>>;

/** Makes the check for a Standard Schema. */
export function parseWithSchema<T>(schema: InputSchema<T>): ParseInput<T> {
  const { validate } = schema["~standard"];
  return (input) => {
    const checked = validate(input);
    return checked instanceof Promise ? checked.then(toParsed) : toParsed(checked);
  };
}

/** Makes the check for a raw JSON Schema; the validator is loaded with the first input. */
export function parseWithJsonSchema(parameters: JsonSchema): ParseInput<Record<string, unknown>> {
  let ready: ParseInput<Record<string, unknown>> | undefined;
  const load = async (): Promise<ParseInput<Record<string, unknown>>> => {
    const { createJsonSchemaCheck } = await import("./json-schema-check.ts");
    return (ready = createJsonSchemaCheck(parameters));
  };
  return (input) => (ready === undefined ? load().then((check) => check(input)) : ready(input));
}

/** The JSON Schema a model is shown for a Standard Schema. */
export function parametersOf(schema: InputSchema): JsonSchema {
  const standard = schema["~standard"];
  if (!("jsonSchema" in standard)) {
    throw new Fault("invalid_input", `A ${standard.vendor} schema cannot describe itself as JSON Schema.`, {
      hint: "Give `parameters` beside `input`.",
    });
  }
  const { $schema: _dialect, ...parameters } = (standard as StandardJSONSchemaV1.Props).jsonSchema.input({
    target: "draft-07",
  });
  return parameters;
}

function toParsed<T>(checked: StandardSchemaV1.Result<T>): ParsedInput<T> {
  if (checked.issues === undefined) return { ok: true, value: checked.value };
  return { ok: false, problems: checked.issues.map(toProblem) };
}

function toProblem(issue: StandardSchemaV1.Issue): InputProblem {
  const keys = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return { field: keys.join("."), message: issue.message };
}
