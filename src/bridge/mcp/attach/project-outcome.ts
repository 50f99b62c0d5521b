import type { ToolOutcome, ToolResult } from "../../../kernel/index.ts";

/** The result an agent reads: a text as it is, anything structured as JSON, nothing as an empty text. */
export function projectOutcome({ output, isError, error, result }: ToolOutcome): ToolResult {
  // A picture, or several blocks, has no text that says the same.
  if (output !== undefined && output === result?.content) return { ...result, isError };
  const content = [{ kind: "text", text: textOfOutput(output) } as const];
  return { content, isError, ...(error === undefined ? {} : { error }) };
}

function textOfOutput(output: unknown): string {
  if (typeof output === "string") return output;
  if (output === null || output === undefined) return "";
  return JSON.stringify(output, null, 2) ?? "";
}
