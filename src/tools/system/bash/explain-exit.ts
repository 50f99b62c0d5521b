import type { ShellExecResult } from "../../../kernel/index.ts";
import { type CommandPart, programOf, splitCommand } from "./split-command.ts";

/** What the end of a command means. */
export interface ExitMeaning {
  readonly status: string;
  readonly isError: boolean;
}

/** Judges an exit code by the program it came from: 1 is how some say "no". */
export function explainExit(command: string, { code, signal, stderr }: ExitFacts): ExitMeaning {
  if (code === null) return { status: `ended by signal ${signal ?? "unknown"}`, isError: true };
  const answer = code === 1 ? plainAnswer(command, stderr) : undefined;
  const note = answer ?? knownCode(code);
  return {
    status: `exit code ${code}${note === undefined ? "" : ` (${note})`}`,
    isError: code !== 0 && answer === undefined,
  };
}

type ExitFacts = Pick<ShellExecResult, "code" | "signal" | "stderr">;

/** What exit 1 says, if every command that can have ended with it says "no" that way, or complains when it fails. */
function plainAnswer(command: string, stderr: string): string | undefined {
  const parts = splitCommand(command) ?? [];
  if (ENDS_EARLY.test(command) || parts.some((part) => programOf(part) === "exit")) return undefined;
  const suspects = suspectsOf(parts);
  const answers = suspects.map(answerOf);
  if (suspects.length === 1) return answers[0];
  const isPlain = suspects.every((part, at) => answers[at] !== undefined || isHarmless(part));
  return isPlain && stderr.trim() === "" ? answers.findLast((answer) => answer !== undefined) : undefined;
}

/** With these, any command can have been the last. */
const ENDS_EARLY = /\bset\s+(?:[-+]\w+\s+)*-\w*[eu]|\b(?:errexit|nounset|pipefail)\b/;

/** Those whose code can be the code of the whole: `a || b` ends as b does, `a && b` as either. */
function suspectsOf(parts: readonly CommandPart[]): readonly CommandPart[] {
  let suspects: CommandPart[] = [];
  let before = "";
  for (const part of parts) {
    // Of a pipeline only the last one counts.
    if (part.next.startsWith("|") && part.next !== "||") continue;
    if (before !== "&&") suspects = [];
    suspects.push(part);
    before = part.next;
  }
  return suspects;
}

const NO_MATCH = "no match";
const DIFFERENT = "there are differences";
const FALSE = "the condition is false";
const ANSWERS: ReadonlyMap<string, string> = new Map([
  ...["grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "pgrep"].map((name) => [name, NO_MATCH] as const),
  ...["diff", "cmp", "colordiff"].map((name) => [name, DIFFERENT] as const),
  ...["test", "[", "[["].map((name) => [name, FALSE] as const),
]);

function answerOf(part: CommandPart): string | undefined {
  const wrapped = unwrapped(part);
  const program = programOf(wrapped);
  return program === "git" ? gitAnswer(wrapped.words.slice(1)) : ANSWERS.get(program);
}

/** What `time`, `timeout 5` and the like run, whose code they pass on. */
function unwrapped({ words, next }: CommandPart): CommandPart {
  const line = /^(?:(?:time|command|nice|env|timeout)(?: -\S+| \w+=\S*| [\d.]+[smhd]?)* )+/.exec(
    words.join(" "),
  );
  return { words: words.slice((line?.[0].split(" ").length ?? 1) - 1), next };
}

function gitAnswer(args: readonly string[]): string | undefined {
  const verb = args.find((word, at) => !word.startsWith("-") && !/^-[cC]$/.test(args[at - 1] ?? ""));
  if (verb === "grep" || verb === "check-ignore") return NO_MATCH;
  if (verb === "merge-base" && args.includes("--is-ancestor")) return FALSE;
  const asksForCode = args.some((word) => /^--(?:exit-code|quiet|no-index)$/.test(word));
  return (verb === "diff" || verb === "diff-index" || verb === "diff-files") && asksForCode
    ? DIFFERENT
    : undefined;
}

/** Commands that do not fail in silence. */
const HARMLESS = new Set(["cd", "pushd", "echo", "printf", "export", "set", "true", ":"]);

function isHarmless(part: CommandPart): boolean {
  return HARMLESS.has(programOf(part)) || /^\w+\+?=[^$`]*$/.test(part.words[0] ?? "");
}

/** What shells report for a program that a signal ended. */
const SIGNAL_CODES: ReadonlyMap<number, string> = new Map([
  [129, "SIGHUP"],
  [130, "SIGINT"],
  [131, "SIGQUIT"],
  [134, "SIGABRT"],
  [136, "SIGFPE"],
  [137, "SIGKILL"],
  [139, "SIGSEGV"],
  [141, "SIGPIPE"],
  [143, "SIGTERM"],
]);

function knownCode(code: number): string | undefined {
  if (code === 126) return "found, but cannot be executed";
  if (code === 127) return "command not found";
  const signal = SIGNAL_CODES.get(code);
  return signal === undefined ? undefined : `as after ${signal}`;
}
