import { failedOutcome, type ToolCall, type ToolOutcome } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";

/** The outcome of a call that was not let through. */
export function refused({ id }: ToolCall, decision: Exclude<Decision, { verdict: "allow" }>): ToolOutcome {
  if (decision.verdict === "ask") {
    return failedOutcome(id, { code: "needs_approval", message: decision.reason });
  }
  const { code, reason, hint } = decision;
  return failedOutcome(id, { code, message: reason, ...(hint === undefined ? {} : { hint }) });
}
