import type { FaultCode, ToolOutcome } from "../../kernel/index.ts";

/** A way in which a capability, not a call, can be out of order. */
export type FailureClass = "transport" | "timeout";

/** The failure classes there are. */
export const FAILURE_CLASSES: readonly FailureClass[] = ["transport", "timeout"];

/**
 * What an outcome says about the capability: it was not reached (`transport`), it did not answer in time (`timeout`), it
 * answered, whatever the answer was, or it was not asked at all.
 */
export type Finding = FailureClass | "answered" | "not asked";

/** The code alone decides; a failure of the network that is to count must be `unavailable` or `timeout`. */
const FINDING_OF: Readonly<Record<FaultCode, Finding>> = {
  unavailable: "transport",
  timeout: "timeout",
  tool_error: "answered",
  not_found: "answered",
  invalid_input: "not asked",
  unknown_tool: "not asked",
  cancelled: "not asked",
  denied_scope: "not asked",
  denied_mode: "not asked",
  denied_policy: "not asked",
  denied_trust: "not asked",
  denied_proof: "not asked",
  needs_approval: "not asked",
};

/** What an outcome says about the capability. */
export function findingOf({ error }: Pick<ToolOutcome, "error">): Finding {
  return error === undefined ? "answered" : FINDING_OF[error.code];
}

/** The class of a failure that may pass by itself; undefined for any other outcome. */
export function failureClassOf(outcome: Pick<ToolOutcome, "error">): FailureClass | undefined {
  const finding = findingOf(outcome);
  return finding === "answered" || finding === "not asked" ? undefined : finding;
}
