import { basename } from "node:path";
import type { SimpleCommand } from "../simple-command.ts";
import type { CommandRule } from "./command-rule.ts";
import { matchesCommand } from "./matches-command.ts";

/** Finds the rules that are about a command. */
export type RuleBook = (command: SimpleCommand) => readonly CommandRule[];

const NONE: readonly CommandRule[] = Object.freeze([]);

/** Sorts rules by the names they are about, since most commands are about none. */
export function ruleBook(rules: readonly CommandRule[]): RuleBook {
  const byName = new Map<string, CommandRule[]>();
  const others: CommandRule[] = [];
  for (const rule of rules) {
    const { program } = rule.match;
    for (const name of typeof program === "string" ? [program] : program) {
      if (/[*/]/.test(name)) others.push(rule);
      else byName.set(name, [...(byName.get(name) ?? []), rule]);
    }
  }
  return (command) => {
    const text = command.words[0]?.text;
    if (text === undefined) return NONE;
    const candidates = byName.get(text.includes("/") ? basename(text) : text);
    if (candidates === undefined && others.length === 0) return NONE;
    return [...new Set([...(candidates ?? []), ...others])].filter((rule) => matchesCommand(rule, command));
  };
}
