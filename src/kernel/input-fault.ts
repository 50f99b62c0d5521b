import { Fault } from "./fault.ts";
import type { InputProblem } from "./input-schema.ts";

/** Words for a model what is wrong with an input, field by field. */
export function explainProblems(tool: string, problems: readonly InputProblem[], input: unknown): Fault {
  if (typeof input === "string") {
    return new Fault("invalid_input", `The input of ${tool} is not valid JSON.`, {
      hint: "Send the arguments as one JSON object.",
    });
  }
  const lines = problems
    .slice(0, MOST_LINES)
    .map(({ field, message }) => (field === "" ? message : `${field}: ${message}`));
  const more = problems.length > MOST_LINES ? [`and ${problems.length - MOST_LINES} more`] : [];
  return new Fault("invalid_input", `Invalid input for ${tool}: ${[...lines, ...more].join("; ")}`);
}

const MOST_LINES = 8;
