import type { Session } from "../../../session/index.ts";
import { namesOf } from "../fields.ts";
import { withKnownTool } from "../known-tool.ts";
import { openFromFlags } from "../open-from-flags.ts";
import { oneLine, printable, spelledOut } from "../printable.ts";
import { withProgress } from "../progress.ts";
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
  try {
    return await (name === undefined ? all(session, flags, terminal) : one(name, session, flags, terminal));
  } finally {
    await session.close();
  }
}

async function all(session: Session, flags: SessionFlags, terminal: Terminal): Promise<number> {
  await withProgress("asking servers", terminal, session.ready());
  const offer = await toolOffer(session);
  terminal.out(flags.json === true ? JSON.stringify(offer) : catalogue(offer, terminal));
  for (const note of session.mcp?.notes() ?? []) {
    terminal.note(`${terminal.paint("yellow", "note:", "note")} ${printable(note)}`);
  }
  return 0;
}

async function one(name: string, session: Session, flags: SessionFlags, terminal: Terminal): Promise<number> {
  const tool = await withKnownTool(() => session.tool(name));
  const card = toolCard(tool, session);
  const suspicions = session.mcp?.standingOf(tool.name)?.suspicions?.() ?? [];
  if (flags.json === true) {
    const { description, parameters } = tool;
    terminal.out(JSON.stringify({ ...card, description, parameters, flags: suspicions }));
    return 0;
  }
  terminal.out(
    [
      terminal.paint("bold", spelledOut(`${card.id}  ${card.title}`)),
      table(
        [
          ["path", card.path],
          ["effects", card.effects.join(", ")],
          ["trust", card.trust],
          ["source", card.source],
          ["state", card.reason === undefined ? card.state : `${card.state}: ${card.reason}`],
          ["tokens", String(card.tokens)],
          ["fields", namesOf(tool.parameters).join(", ")],
          ...suspicions.map((line, at) => [at === 0 ? "suspicious" : "", line]),
        ].map(([label = "", value = ""]) => [terminal.paint("dim", label), printable(value)]),
      ),
      "",
      spelledOut(tool.description),
      "",
      printable(JSON.stringify(tool.parameters, null, 2)),
    ].join("\n"),
  );
  return 0;
}

const WIDEST = 200;

/** The catalogue as a table for people. */
export function catalogue({ tools: cards, tokens, advertised }: ToolOffer, terminal: Terminal): string {
  const head = ["TOOL", "TRUST", "TOKENS", "WHAT IT DOES"].map((title) => terminal.paint("dim", title));
  const rows = cards.map((card) => [
    terminal.paint("bold", oneLine(card.id)),
    card.trust,
    String(card.tokens),
    card.state === "live"
      ? oneLine(card.summary, WIDEST)
      : `[${card.state}] ${oneLine(card.reason ?? card.summary, WIDEST)}`,
  ]);
  const total = `${cards.length} tools, about ${tokens} tokens`;
  const shown =
    advertised === undefined
      ? ""
      : `; a model is shown ${advertised.tools.join(", ")}: about ${advertised.tokens}`;
  return `${table([head, ...rows])}\n${terminal.paint("dim", `${total}${shown}`)}`;
}
