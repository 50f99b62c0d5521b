import { openFromFlags } from "../open-from-flags.ts";
import type { SessionFlags } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";
import { toolOffer } from "../tool-card.ts";
import { catalogue, tools } from "./tools.ts";

const TRY = [
  "npx deckhand call ls",
  "npx deckhand call grep pattern=defineTool glob='*.ts' limit=5",
  "npx deckhand call read path=README.md limit=20",
];

/** `deckhand` without a command: the catalogue and three calls to try. */
export async function welcome(flags: SessionFlags, terminal: Terminal): Promise<number> {
  if (flags.json === true) return tools(undefined, flags, terminal);
  const session = await openFromFlags(flags, terminal);
  const offer = await toolOffer(session).finally(() => session.close());
  terminal.out(`${terminal.paint("bold", "deckhand")}: one governed place for every tool call.\n`);
  terminal.out(catalogue(offer, terminal));
  terminal.out(`\nTry:\n${TRY.map((line) => `  ${line}`).join("\n")}\n\nMore: npx deckhand help`);
  return 0;
}
