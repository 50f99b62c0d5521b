import type { GitCare } from "../command/git/always.ts";

/** What the command policy thinks of a command, before trust has its say. */
export interface CommandVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  /** The rule that decided, as `policy test` names it. */
  readonly rule: string;
  /** A clause that goes on after a colon. */
  readonly reason: string;
  /** The command in it that the verdict is about, where there is one. */
  readonly part?: string;
  /** What to say and do around it, where it commits; told from how things stand before it runs. */
  readonly care?: GitCare;
}

/** Judges a command on its parsed form. */
export type JudgeCommand = (command: string, cwd: string) => CommandVerdict | Promise<CommandVerdict>;

/** The judge of a session without a command policy: nothing is known about any command. */
export const askAboutEveryCommand: JudgeCommand = () => ({
  verdict: "ask",
  rule: "unjudged",
  reason: "no command policy has judged it",
});
