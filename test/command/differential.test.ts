import { describe, expect, it } from "vitest";
import { parseShell } from "../../src/control/command/shell/parse-shell.ts";
import { walkShell } from "../../src/control/command/shell/walk-shell.ts";
import type { SimpleCommand, Word } from "../../src/control/command/simple-command.ts";
import { needs } from "../needs.ts";
import { generatedCommands } from "./generated-commands.ts";
import { programsRunByBash, type Ran } from "./programs-run-by-bash.ts";

const HOME = "/home/somebody";

describe("what real bash runs", () => {
  it.skipIf(!needs("bash"))("R274: every program that bash ran was among the commands the parser saw", () => {
    const commands = generatedCommands(6, 200);
    const { cwd, ran } = programsRunByBash(commands, HOME);
    const missed = commands.flatMap((command, at) => missedIn(command, cwd, ran[at] ?? []));
    expect(missed).toEqual([]);
    expect(ran.flat().length).toBeGreaterThan(400);
  });
});

/** Where it cannot be told what runs, the whole command is asked about. */
const ASKED: ReadonlySet<string> = new Set(["shell.recursion", "shell.reference"]);

/** A command that does not parse is denied, so nothing in it can be missed. */
function missedIn(command: string, cwd: string, ran: Ran): readonly object[] {
  const parsed = parseShell(command);
  if ("fault" in parsed) return [];
  const seen = walkShell(parsed.script, command, {
    cwd,
    home: HOME,
    workspace: cwd,
    input: { kind: "none" },
    level: 0,
    positional: [],
  });
  if (seen.doubts.some(({ verdict, rule }) => verdict === "deny" || ASKED.has(rule))) return [];
  if (seen.commands.some(runsAnything)) return [];
  const missed = ran.filter((words) => !seen.commands.some((one) => couldBe(one, words)));
  return missed.map((words) => ({ command, missed: words }));
}

/** A text that cannot be told is asked about, whatever it runs. */
function runsAnything({ words: [name, ...args] }: SimpleCommand): boolean {
  return (
    name?.text === "eval" && args.some(({ text, isPattern }) => text === undefined || isPattern === true)
  );
}

/** Whether a command the parser saw may be this one: what it knows must be so, what it does not know may be anything. */
function couldBe({ words }: SimpleCommand, ran: readonly string[]): boolean {
  const [name, ...args] = words;
  return name !== undefined && fits(["command", "builtin"].includes(name.text ?? "") ? args : words, ran);
}

function fits([word, ...words]: readonly Word[], ran: readonly string[]): boolean {
  if (word === undefined) return ran.length === 0;
  if (word.isPattern === true) {
    return Array.from({ length: ran.length + 1 }, (_, taken) => taken).some((taken) =>
      fits(words, ran.slice(taken)),
    );
  }
  const [first, ...rest] = ran;
  return (
    first !== undefined &&
    (word.text === undefined || withoutNumber(word.text) === withoutNumber(first)) &&
    fits(words, rest)
  );
}

/** Which number the shell gives a pipe says nothing. */
function withoutNumber(text: string): string {
  return text.replace(/^\/dev\/fd\/\d+$/, "/dev/fd/N");
}
