import { openSession } from "../../../session/index.ts";
import { withKnownTool } from "../known-tool.ts";
import { type SessionFlags, settingsOf } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";
import { toolCards } from "../tool-card.ts";
import { UsageFault } from "../usage-fault.ts";
import { catalogue, tools } from "./tools.ts";
import { nearestName } from "../../../kernel/index.ts";

const COMMANDS = ["tools", "call", "completion", "help"];

const TRY = [
  "npx deckhand call ls",
  "npx deckhand call grep pattern=defineTool glob='*.ts' limit=5",
  "npx deckhand call read path=README.md limit=20",
];

/** `deckhand` without a command: the catalogue and three calls to try. */
export async function welcome(
  flags: SessionFlags,
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const [unknown] = words;
  if (unknown !== undefined) throw unknownCommand(unknown);
  if (flags.json === true) return tools(undefined, flags, terminal);
  const cards = await toolCards(withKnownTool(() => openSession(settingsOf(flags))));
  const tokens = cards.reduce((sum, card) => sum + card.tokens, 0);
  terminal.out(`${terminal.paint("bold", "deckhand")}: one governed place for every tool call.\n`);
  terminal.out(catalogue(cards, tokens, terminal));
  terminal.out(`\nTry:\n${TRY.map((line) => `  ${line}`).join("\n")}\n\nMore: npx deckhand help`);
  return 0;
}

function unknownCommand(word: string): UsageFault {
  const near = nearestName(word, COMMANDS);
  const guess = near === undefined ? "" : `Did you mean "${near}"? `;
  return new UsageFault(`unknown command '${word}'`, `${guess}Commands: ${COMMANDS.join(", ")}.`);
}
