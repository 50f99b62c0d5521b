import type { Approval } from "./approval.ts";

/** What a person said to a question, or that nobody could be asked. */
export type ApproverAnswer = "once" | "session" | "rule" | "deny" | "unavailable";

/**
 * The way to a person who may approve: a terminal, the console, a client that elicits.
 * Contract: shows the approval's preview and reason as they are; with nobody to ask it answers `unavailable`; it ends
 * when `cancel` does. Never the agent itself.
 */
export interface Approver {
  /** Who answers, for the record: `terminal`, `console:ana`. */
  readonly by: string;
  ask(approval: Approval, cancel: AbortSignal): Promise<ApproverAnswer>;
}

/** The approver of a session nobody watches. */
export const noApprover: Approver = { by: "nobody", ask: () => Promise.resolve("unavailable") };
