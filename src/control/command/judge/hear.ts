import { parseShell, DEEPEST_NESTING } from "../shell/parse-shell.ts";
import { type Seen, walkShell } from "../shell/walk-shell.ts";
import type { Finding } from "../program-facts.ts";
import type { InputSource, SimpleCommand, Word } from "../simple-command.ts";
import { factsOf, type Hearing, isSettled } from "./hearing.ts";
import { type Inner, judgeRun } from "./judge-runs.ts";
import { judgeSimple } from "./judge-simple.ts";
import { judgeVariable } from "./judge-variable.ts";
import { oddCharacters } from "./odd-characters.ts";
import { withoutRepeats } from "./without-repeats.ts";

/** Looks at everything a command line would run and notes what speaks against it. Never throws. */
export function hear(command: string, cwd: string, hearing: Hearing): void {
  const odd = oddCharacters(command);
  if (odd !== undefined) note(command, [odd], hearing);
  try {
    const start = { cwd, input: NO_INPUT, level: 0, calledAs: undefined, positional: [] };
    hearScript(command, start, hearing);
  } catch (error) {
    // Whatever it was, a command that cannot be looked at to its end is none that may run.
    const reason =
      error instanceof RangeError ? "it is too complicated to be looked at" : "it could not be judged";
    note(command, [{ verdict: "deny", rule: "shell.limit", reason }], hearing);
  }
}

const NO_INPUT: InputSource = { kind: "none" };

interface Start {
  readonly cwd: string | undefined;
  readonly input: InputSource;
  readonly level: number;
  readonly calledAs: Word | undefined;
  readonly positional: readonly Word[] | undefined;
  readonly functions?: ReadonlySet<string> | undefined;
}

function hearScript(text: string, start: Start, hearing: Hearing): void {
  const parsed = parseShell(text, start.level);
  if ("fault" in parsed) {
    note(text, [{ verdict: "deny", rule: "shell.unparsable", reason: parsed.fault }], hearing);
    return;
  }
  const { home, workspace } = hearing.surroundings;
  const { cwd, input, level, calledAs, positional, functions } = start;
  const seen = walkShell(parsed.script, text, {
    cwd,
    home,
    workspace,
    input,
    functions,
    calledAs,
    positional,
    level,
  });
  if (seen.named !== undefined) hearNamed(text, seen.named, hearing);
  for (const { source, verdict, rule, reason } of seen.doubts) {
    note(source, [{ verdict, rule, reason }], hearing);
    if (isSettled(hearing)) return;
  }
  for (const command of withoutRepeats(seen.commands)) {
    hearCommand(command, start.level, hearing);
    if (isSettled(hearing)) return;
  }
}

/** A variable that `read` or a loop sets is as good as one that is assigned. */
function hearNamed(text: string, named: NonNullable<Seen["named"]>, hearing: Hearing): void {
  const findings = Array.from(named.values(), (one) => judgeVariable(one, "shell") ?? []).flat();
  if (findings.length > 0) note(text, findings, hearing);
}

function hearCommand(command: SimpleCommand, level: number, hearing: Hearing): void {
  if (level > DEEPEST_NESTING) {
    const reason = `it is nested deeper than ${DEEPEST_NESTING} levels`;
    note(command.source, [{ verdict: "deny", rule: "shell.limit", reason }], hearing);
    return;
  }
  const facts = factsOf(command, hearing);
  const findings = judgeSimple(command, facts, hearing);
  const runs = facts?.runs;
  if (runs === undefined) return note(command.source, findings, hearing);
  hearRuns(
    runs.map((run) => judgeRun(run, command, hearing)),
    findings,
    command,
    level,
    hearing,
  );
}

function hearRuns(
  runs: readonly ReturnType<typeof judgeRun>[],
  findings: readonly Finding[],
  command: SimpleCommand,
  level: number,
  hearing: Hearing,
): void {
  note(command.source, [...findings, ...runs.flatMap((run) => run.findings)], hearing);
  for (const { inner } of runs) {
    if (inner === undefined) continue;
    if (isSettled(hearing)) return;
    if (inner.kind === "command") hearCommand(inner.command, level + 1, hearing);
    else hearScript(inner.text, startOf(inner, command, level + 1), hearing);
  }
}

function startOf(
  { cwd, calledAs, positional }: Extract<Inner, { kind: "script" }>,
  { input, functions }: SimpleCommand,
  level: number,
): Start {
  return { cwd, input, level, functions, calledAs, positional };
}

function note(part: string, findings: readonly Finding[], hearing: Hearing): void {
  if (hearing.isHasty && findings.length === 0) return;
  const objections = findings.map(({ verdict, rule, reason }) => ({ verdict, rule, reason, part }));
  hearing.heard.push({ part, objections });
}
