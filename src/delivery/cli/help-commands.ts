import type { Command } from "commander";
import { unknownCommand } from "./unknown-command.ts";

/** Adds `help` to the program and its groups; it follows any number of words to the command that they name. */
export function addHelpCommands(program: Command, groups: readonly Command[]): void {
  program.addHelpText("afterAll", ({ command }) => (command === program ? "" : OTHER_FLAGS));
  for (const group of [program, ...groups]) {
    group
      .command("help")
      .description("show help for a command")
      .argument("[command...]", "the words that name it")
      .action((words: readonly string[]) => words.reduce(commandBelow, group).outputHelp());
  }
}

const OTHER_FLAGS = "\nFlags of every session, such as --cwd, --trust and --json: deckhand help";

/** Where to read on after wrong usage: the help of the command that was named, as far as one was. */
export function helpHint(program: Command, args: readonly string[]): string {
  const named = args.reduce((command, word) => childOf(command, word) ?? command, program);
  if (named === program) return "Run `deckhand help` for the commands and flags.";
  return `Run \`deckhand help ${wordsOf(named).join(" ")}\` for its arguments and flags.`;
}

function commandBelow(group: Command, word: string): Command {
  const found = childOf(group, word);
  if (found === undefined) throw unknownCommand(word, group);
  return found;
}

function childOf(group: Command, word: string): Command | undefined {
  return group.commands.find((command) => command.name() === word);
}

function wordsOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...wordsOf(command.parent), command.name()];
}
