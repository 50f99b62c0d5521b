import { Fault } from "../../../kernel/index.ts";
import { quoted } from "../../policy/visible.ts";
import { commandsIn } from "../judge/commands-in.ts";
import type { DescribeProgram } from "../program-facts.ts";
import type { CommandRule } from "./command-rule.ts";
import { matchesCommand } from "./matches-command.ts";

/** Makes sure that a rule means what its examples say. */
export function checkExamples(rule: CommandRule, describe: DescribeProgram): void {
  const { name, examples } = rule;
  if (examples.matches.length === 0) {
    throw new Fault("invalid_input", `The rule ${quoted(name)} has no example that it matches.`, {
      hint: "Give at least one command under examples.matches.",
    });
  }
  for (const command of examples.matches) expectMatch(rule, command, true, describe);
  for (const command of examples.not ?? []) expectMatch(rule, command, false, describe);
}

function expectMatch(
  rule: CommandRule,
  command: string,
  isExpected: boolean,
  describe: DescribeProgram,
): void {
  const isMatched = commandsIn(command, describe).some((one) => matchesCommand(rule, one));
  if (isMatched === isExpected) return;
  const how = isExpected ? "does not match" : "matches";
  throw new Fault("invalid_input", `The rule ${quoted(rule.name)} ${how} its example ${quoted(command)}.`, {
    hint: "Change the rule's match, or the example.",
  });
}
