import { namesOf } from "../fields.ts";
import { withKnownTool } from "../known-tool.ts";
import { openFromFlags } from "../open-from-flags.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { toolCard, type ToolOffer, toolOffer } from "../tool-card.ts";

/** `deckhand tools`: what is on offer, or one tool's whole card. */
export async function tools(
  name: string | undefined,
  flags: SessionFlags,
  terminal: Terminal,
): Promise<number> {
  const session = await openFromFlags(flags, terminal);
  if (name === undefined) {
    const offer = await toolOffer(session);
    terminal.out(flags.json === true ? JSON.stringify(offer) : catalogue(offer, terminal));
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
export function catalogue({ tools: cards, tokens, advertised }: ToolOffer, terminal: Terminal): string {
  const head = ["TOOL", "TRUST", "TOKENS", "WHAT IT DOES"].map((title) => terminal.paint("dim", title));
  const rows = cards.map((card) => [
    terminal.paint("bold", card.id),
    card.trust,
    String(card.tokens),
    card.summary,
  ]);
  const total = `${cards.length} tools, about ${tokens} tokens`;
  const shown =
    advertised === undefined
      ? ""
      : `; a model is shown ${advertised.tools.join(", ")}: about ${advertised.tokens}`;
  return `${table([head, ...rows])}\n${terminal.paint("dim", `${total}${shown}`)}`;
}
