import type { Command } from "commander";
import { OTHER_HOSTS } from "../../../bridge/index.ts";
import { openSession } from "../../../session/index.ts";
import { namesOf } from "../fields.ts";
import { COMPLETION_SCRIPTS, type CompletionWords } from "../completion-scripts.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";

/** `deckhand completion SHELL`: a script to source, made from the commands, flags, tools and their fields. */
export async function completion(shell: string, program: Command, terminal: Terminal): Promise<number> {
  const script = Object.hasOwn(COMPLETION_SCRIPTS, shell) ? COMPLETION_SCRIPTS[shell] : undefined;
  if (script === undefined) {
    throw new UsageFault(
      `There is no completion for "${shell}".`,
      `Shells: ${Object.keys(COMPLETION_SCRIPTS).join(", ")}.`,
    );
  }
  terminal.out(script(await wordsOf(program)));
  return 0;
}

function everyCommand(command: Command): readonly Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

async function wordsOf(program: Command): Promise<CompletionWords> {
  const loaded = await Promise.all(openSession({ cwd: process.cwd() }).rows.map((row) => row.load()));
  return {
    commands: program.commands.map((command) => command.name()),
    subcommands: program.commands
      .filter(({ commands }) => commands.length > 0)
      .map((command) => ({ name: command.name(), words: command.commands.map((each) => each.name()) })),
    thirds: [{ name: "import", below: "mcp", words: OTHER_HOSTS }],
    flags: [
      ...new Set(everyCommand(program).flatMap(({ options }) => options.map(({ long }) => long ?? ""))),
    ].filter(Boolean),
    shells: Object.keys(COMPLETION_SCRIPTS),
    tools: loaded.map((tool) => ({ name: tool.name, fields: namesOf(tool.parameters) })),
  };
}
