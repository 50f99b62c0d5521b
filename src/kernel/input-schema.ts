import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { Fault } from "./fault.ts";

/** A JSON Schema as it travels over wires. */
export type JsonSchema = { readonly [key: string]: unknown };

/** Any schema of the Standard Schema family, such as zod's. */
export type InputSchema<T = unknown> = StandardSchemaV1<unknown, T>;

/** One thing that is wrong with an input. */
export type InputIssue = StandardSchemaV1.Issue;

/** An input after validation: its value, or what is wrong with it. */
export type CheckedInput<T> = StandardSchemaV1.Result<T>;

/** Checks an input once, before a tool runs. */
export type CheckInput<T> = (input: unknown) => CheckedInput<T> | Promise<CheckedInput<T>>;

/** Makes the check for a Standard Schema. */
export function checkWithSchema<T>(schema: InputSchema<T>): CheckInput<T> {
  return schema["~standard"].validate;
}

/** Makes the check for a raw JSON Schema; the validator is loaded with the first input. */
export function checkWithJsonSchema(parameters: JsonSchema): CheckInput<Record<string, unknown>> {
  let ready: CheckInput<Record<string, unknown>> | undefined;
  const load = async (): Promise<CheckInput<Record<string, unknown>>> => {
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
