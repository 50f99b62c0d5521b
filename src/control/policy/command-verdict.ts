/** What the command policy thinks of a command, before trust has its say. */
export interface CommandVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  /** The rule that decided, as `policy test` names it. */
  readonly rule: string;
  /** A clause that goes on after a colon. */
  readonly reason: string;
  /** The command in it that the verdict is about, where there is one. */
  readonly part?: string;
}

/** Judges a command on its parsed form. */
export type JudgeCommand = (command: string, cwd: string) => CommandVerdict | Promise<CommandVerdict>;

/** The judge of a session without a command policy: nothing is known about any command. */
export const askAboutEveryCommand: JudgeCommand = () => ({
  verdict: "ask",
  rule: "unjudged",
  reason: "no command policy has judged it",
});
