import type { ExaminedTouch } from "../policy/examine-touches.ts";
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
  /** What it would touch, as it was judged. */
  readonly touches: readonly ExaminedTouch[];
  readonly policy: string;
}

/** Binds an approval to one exact call. */
export function bindingOf({ input, touches, ...same }: CallFacts): ApprovalBinding {
  return { ...same, input: canonicalDigest(input), places: canonicalDigest(touches.flatMap(placeOf)) };
}

/** Commands and URLs stand in the arguments as they are; only a path may lead elsewhere tomorrow. */
function placeOf(touch: ExaminedTouch): readonly unknown[] {
  if (touch.kind === "command" && touch.cwd !== undefined) return [["run", touch.cwd]];
  return touch.kind === "path" ? [[touch.op, touch.real ?? null]] : [];
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
  ["places", "it would reach other files now, or do something else to them"],
  ["policy", "the policy has changed since"],
];
