/** What the command policy thinks of a command, before trust has its say. */
export interface CommandVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  /** The rule that decided, as `policy test` names it. */
  readonly rule: string;
  readonly reason: string;
}

/** Judges a command on its parsed form. */
export type JudgeCommand = (command: string, cwd: string) => CommandVerdict | Promise<CommandVerdict>;

/** The judge of a session without a command policy: nothing is known about any command. */
export const askAboutEveryCommand: JudgeCommand = () => ({
  verdict: "ask",
  rule: "unjudged",
  reason: "no command policy has judged it",
});
