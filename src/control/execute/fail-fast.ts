import type { FaultInfo } from "../../kernel/index.ts";

/** A failure without an attempt, that says when one makes sense again. */
export interface FailFast extends FaultInfo {
  readonly retryAfterMs: number;
}

/** Tells whether a failure comes from a breaker and not from the capability. */
export function isFailFast(error: FaultInfo): error is FailFast {
  return "retryAfterMs" in error;
}
