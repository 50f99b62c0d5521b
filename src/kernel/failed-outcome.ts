import type { ToolOutcome } from "./contracts.ts";
import type { FaultInfo } from "./fault.ts";
import { errorResult, projectContent } from "./tool-result.ts";

/** The outcome of a call that did not get to its result. */
export function failedOutcome(callId: string, error: FaultInfo): ToolOutcome {
  const result = errorResult(error);
  return { callId, isError: true, output: projectContent(result.content), result, error };
}
