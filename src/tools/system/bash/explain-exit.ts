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

/** What exit 1 says, if the last command says "no" that way and nothing else can have said it. */
function plainAnswer(command: string, stderr: string): string | undefined {
  if (/\bpipefail\b|\bset -\w*e/.test(command)) return undefined;
  const parts = splitCommand(command) ?? [];
  const last = parts.at(-1);
  const answer = last === undefined ? undefined : answerOf(last);
  const needed = parts.slice(0, -1).filter(({ next }, at) => next === "&&" && isInLastChain(parts, at));
  if (needed.length === 0) return answer;
  return stderr.trim() === "" && needed.every(isHarmless) ? answer : undefined;
}

/** `a && b; c && d`: only what is joined to the end can have ended it. */
function isInLastChain(parts: readonly CommandPart[], at: number): boolean {
  return parts.slice(at, -1).every(({ next }) => next !== ";" && next !== "\n" && next !== "&");
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
  const program = programOf(part);
  return program === "git" ? gitAnswer(part.words.slice(1)) : ANSWERS.get(program);
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
  return HARMLESS.has(programOf(part)) || answerOf(part) !== undefined;
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
