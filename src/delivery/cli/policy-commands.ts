import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";
import { unknownCommand } from "./unknown-command.ts";
import { UsageFault } from "./usage-fault.ts";

/** Adds the commands about the policy: why a verdict, and what another policy would change. */
export function addPolicyCommands(program: Command, terminal: Terminal, exit: (code: number) => void): void {
  const policy = program
    .command("policy")
    .description("why a verdict, and what another policy would change")
    .usage("test|simulate [options]")
    .action((_options, group: Command) => {
      const [word] = group.args;
      if (word !== undefined) throw unknownCommand(word, group);
      throw new UsageFault("policy is no command by itself", "Use policy test or policy simulate.");
    });
  policy
    .command("test")
    .description("what is thought of a command, a URL or a path, and why; nothing is run")
    .argument("[command...]", "the command, its words joined by spaces; - reads it from standard input")
    .option("--url <url>", "a URL instead of a command")
    .option("--path <path>", "a path instead of a command")
    .option("--op <op>", "what is done to the path: read, list, write, create or delete")
    .option("--batch [file]", "rows of NDJSON, from a file or standard input; one answer a line")
    // The command has flags of its own.
    .allowUnknownOption(true)
    .action(async (words: readonly string[], _options, command: Command) => {
      const { policyTest } = await import("./commands/policy-test.ts");
      exit(await policyTest(words, command.optsWithGlobals(), terminal));
    });
  policy
    .command("simulate")
    .description(
      "what another policy, or the flags given here, would have made of the calls that are remembered",
    )
    .option("--rules <file>", "rules to add to those of now, in the form of a configuration file")
    .option("--since <time>", "only calls since then: 90m, 2h, 7d, or a date")
    .option("--limit <calls>", "at most so many calls, the newest")
    .action(async (_options, command: Command) => {
      const { policySimulate } = await import("./commands/policy-simulate.ts");
      exit(await policySimulate(command.optsWithGlobals(), terminal));
    });
  // Last, for its commands would inherit it.
  policy.allowExcessArguments(true);
}
