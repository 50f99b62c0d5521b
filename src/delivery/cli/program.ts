import { Command } from "commander";
import { addHelpCommands } from "./help-commands.ts";
import { addMcpCommands } from "./mcp-commands.ts";
import { addPolicyCommands } from "./policy-commands.ts";
import { addRecordCommands } from "./record-commands.ts";
import { addSessionFlags } from "./session-flags.ts";
import type { Terminal } from "./terminal.ts";
import { refuseUnknownWords, unknownCommand } from "./unknown-command.ts";
import { version } from "./version.ts";

/** Builds the command line; what a command does is loaded when it is called. */
export function createProgram(terminal: Terminal, exit: (code: number) => void): Command {
  const program = new Command("deckhand")
    .description("The capability layer between an AI agent and the world.")
    .version(version(), "-V, --version")
    .exitOverride()
    .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: () => undefined })
    .showSuggestionAfterError(true)
    .action(async (_options, command: Command) => {
      const [unknown] = command.args;
      if (unknown !== undefined) throw unknownCommand(unknown, command);
      const { welcome } = await import("./commands/welcome.ts");
      exit(await welcome(command.optsWithGlobals(), terminal));
    });
  addSessionFlags(program);

  addToolCommands(program, terminal, exit);
  addConfigCommands(program, terminal, exit);
  addMcpCommands(program, terminal, exit);
  addRecordCommands(program, terminal, exit);
  addPolicyCommands(program, terminal, exit);
  addOwnCommands(program, terminal, exit);
  const groups = program.commands.filter(({ commands }) => commands.length > 0);
  addHelpCommands(program, groups);
  refuseUnknownWords(groups);
  // Last, for commands would inherit it: only an unknown command has words of its own to answer with.
  return program.allowExcessArguments(true);
}

/** What is on offer, one call of it, and what a model is told. */
function addToolCommands(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command("tools")
    .description("what is on offer; with a name, its whole card")
    .argument("[name]", "a tool's wire name or node path")
    .action(async (name: string | undefined, _options, command: Command) => {
      const { tools } = await import("./commands/tools.ts");
      exit(await tools(name, command.optsWithGlobals(), terminal));
    });

  program
    .command("call")
    .description("one governed call")
    .argument("<name>", "a tool's wire name or node path")
    .argument("[fields...]", "key=value; text fields verbatim, others as JSON")
    .option("--input <json>", "the whole input as JSON, or - to read it from standard input")
    .option("--approval <id>", "the approval that lets this call through")
    .option("--dry-run", "show what would change and keep nothing")
    .action(async (name: string, fields: readonly string[], _options, command: Command) => {
      const { call } = await import("./commands/call.ts");
      exit(await call(name, fields, command.optsWithGlobals(), terminal));
    });

  program
    .command("briefing")
    .description("the system prompt for a model: what is really there, and how to use it")
    .action(async (_options, command: Command) => {
      const { briefing } = await import("./commands/briefing.ts");
      exit(await briefing(command.optsWithGlobals(), terminal));
    });
}

function addConfigCommands(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  const config = program.command("config").description("what is configured, and who said so");
  const subcommands = {
    show: "every setting, its value, and the file and line or the flag it comes from",
    schema: "what a configuration file may say, as JSON Schema",
    path: "which files are looked at, and whether they exist",
  } as const;
  for (const [name, description] of Object.entries(subcommands)) {
    config
      .command(name, name === "show" ? { isDefault: true } : {})
      .description(description)
      .action(async (_options, command: Command) => {
        const { configPath, configSchema, configShow } = await import("./commands/config.ts");
        const run = { show: configShow, schema: configSchema, path: configPath }[
          name as keyof typeof subcommands
        ];
        exit(await run(command.optsWithGlobals(), terminal));
      });
  }
}

/** What Deckhand tells of itself. */
function addOwnCommands(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  program
    .command("doctor")
    .description("what works right now, and how to mend what does not")
    .action(async (_options, command: Command) => {
      const { doctor } = await import("./commands/doctor.ts");
      exit(await doctor(command.optsWithGlobals(), terminal));
    });

  program
    .command("completion")
    .description("shell completion")
    .argument("<shell>", "bash, zsh or fish")
    .action(async (shell: string) => {
      const { completion } = await import("./commands/completion.ts");
      exit(await completion(shell, program, terminal));
    });
}
