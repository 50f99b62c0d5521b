import type { ApprovalBinding } from "./approval.ts";
import { canonicalDigest } from "./canonical-digest.ts";

/** What a call is bound by when a person approves it. */
export interface CallFacts {
  readonly session: string;
  readonly tool: string;
  /** The hash of the tool's definition. */
  readonly definition: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly policy: string;
}

/** Binds an approval to one exact call. */
export function bindingOf({ session, tool, definition, input, cwd, policy }: CallFacts): ApprovalBinding {
  return { session, tool, definition, input: canonicalDigest(input), cwd, policy };
}

/** In what a call differs from the one that was approved, or undefined when it is the same. */
export function bindingDifference(approved: ApprovalBinding, call: ApprovalBinding): string | undefined {
  return DIFFERENCES.find(([part]) => approved[part] !== call[part])?.[1];
}

const DIFFERENCES: readonly (readonly [keyof ApprovalBinding, string])[] = [
  ["session", "it belongs to another session"],
  ["tool", "it is for another tool"],
  ["definition", "the tool's definition has changed since"],
  ["input", "it is for other arguments"],
  ["cwd", "it is for another working directory"],
  ["policy", "the policy has changed since"],
];
