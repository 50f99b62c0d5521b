import { errorResult, type FaultInfo, projectContent, type ToolOutcome } from "../../kernel/index.ts";

/** The outcome of a call that did not get to its result. */
export function failedOutcome(callId: string, error: FaultInfo): ToolOutcome {
  const result = errorResult(error);
  return { callId, isError: true, output: projectContent(result.content), result, error };
}
