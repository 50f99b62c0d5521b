import type { Command } from "commander";
import { nearestName } from "../../kernel/index.ts";
import { UsageFault } from "./usage-fault.ts";

/** Wrong usage: a word that is none of the commands which may stand at its place. */
export function unknownCommand(word: string, group: Command): UsageFault {
  const known = group.commands.map((command) => command.name());
  const near = nearestName(word, known);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  const below = group.parent === null ? "" : `${group.name()} `;
  return new UsageFault(`Unknown ${below}command "${word}".`, `${guess}Use ${known.join(", ")}.`);
}

/** Has every group refuse a word that is no command of it, before its default command takes it for an argument. */
export function refuseUnknownWords(groups: readonly Command[]): void {
  for (const group of groups) {
    group.hook("preSubcommand", () => {
      const [word] = group.args;
      if (word === undefined || word.startsWith("-")) return;
      if (!group.commands.some((command) => command.name() === word)) throw unknownCommand(word, group);
    });
  }
}
