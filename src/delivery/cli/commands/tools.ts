import { openSession } from "../../../session/index.ts";
import { namesOf } from "../fields.ts";
import { withKnownTool } from "../known-tool.ts";
import { type SessionFlags, settingsOf } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { type ToolCard, toolCard, toolCards } from "../tool-card.ts";

/** `deckhand tools`: what is on offer, or one tool's whole card. */
export async function tools(
  name: string | undefined,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  const session = withKnownTool(() => openSession(settingsOf(flags)));
  if (name === undefined) {
    const cards = await toolCards(session);
    const tokens = cards.reduce((sum, card) => sum + card.tokens, 0);
    if (flags.json === true) terminal.out(JSON.stringify({ tools: cards, tokens }));
    else terminal.out(catalogue(cards, tokens, terminal));
    return 0;
  }
  const tool = await withKnownTool(() => session.tool(name));
  const card = toolCard(tool, session);
  if (flags.json === true) {
    terminal.out(JSON.stringify({ ...card, description: tool.description, parameters: tool.parameters }));
    return 0;
  }
  terminal.out(
    [
      terminal.paint("bold", `${card.id}  ${card.title}`),
      table(
        [
          ["path", card.path],
          ["effects", card.effects.join(", ")],
          ["trust", card.trust],
          ["source", card.source],
          ["tokens", String(card.tokens)],
          ["fields", namesOf(tool.parameters).join(", ")],
        ].map(([label = "", value = ""]) => [terminal.paint("dim", label), value]),
      ),
      "",
      tool.description,
      "",
      JSON.stringify(tool.parameters, null, 2),
    ].join("\n"),
  );
  return 0;
}

/** The catalogue as a table for people. */
export function catalogue(cards: readonly ToolCard[], tokens: number, terminal: Terminal): string {
  const head = ["TOOL", "TRUST", "TOKENS", "WHAT IT DOES"].map((title) => terminal.paint("dim", title));
  const rows = cards.map((card) => [
    terminal.paint("bold", card.id),
    card.trust,
    String(card.tokens),
    card.summary,
  ]);
  return `${table([head, ...rows])}\n${terminal.paint("dim", `${cards.length} tools, about ${tokens} tokens`)}`;
}
