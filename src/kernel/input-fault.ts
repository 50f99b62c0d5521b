import { Fault } from "./fault.ts";
import type { InputIssue, JsonSchema } from "./input-schema.ts";

const MOST_ISSUES = 8;

/** Words for a model what is wrong with an input, field by field, and which fields there are. */
export function inputFault(
  tool: string,
  issues: readonly InputIssue[],
  input: unknown,
  parameters: JsonSchema,
): Fault {
  if (typeof input === "string") {
    return new Fault("invalid_input", `The input of ${tool} is not valid JSON.`, {
      hint: "Send the arguments as one JSON object.",
    });
  }
  const lines = issues.slice(0, MOST_ISSUES).map(lineOf);
  const more = issues.length > MOST_ISSUES ? [`and ${issues.length - MOST_ISSUES} more`] : [];
  const message = `Invalid input for ${tool}: ${[...lines, ...more].join("; ")}`;
  return new Fault("invalid_input", message, { hint: fieldsOf(parameters) });
}

function lineOf({ path = [], message }: InputIssue): string {
  const field = path.map((part) => String(typeof part === "object" ? part.key : part)).join(".");
  return field === "" ? message : `${field}: ${message}`;
}

function fieldsOf({ properties, required }: JsonSchema): string | undefined {
  if (typeof properties !== "object" || properties === null) return undefined;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const names = Object.keys(properties).map((name) => (needed.includes(name) ? name : `${name}?`));
  return names.length === 0 ? "It takes no fields." : `Fields: ${names.join(", ")}.`;
}
