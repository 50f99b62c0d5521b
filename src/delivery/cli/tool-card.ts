import type { DefinedTool, Effect, TrustLevel } from "../../kernel/index.ts";
import type { Session } from "../../session/index.ts";

/** One row of `deckhand tools --json`. */
export interface ToolCard {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly effects: readonly Effect[];
  readonly trust: TrustLevel;
  readonly source: string;
  /** What the tool's definition costs a model, estimated. */
  readonly tokens: number;
  readonly state: "live";
}

/** The cards of every tool a session offers, in deck order. */
export async function toolCards(session: Session): Promise<readonly ToolCard[]> {
  const loaded = await Promise.all(session.rows.map((row) => row.load()));
  return loaded.map((tool) => toolCard(tool, session));
}

/** The card of one tool. */
export function toolCard(tool: DefinedTool, session: Session): ToolCard {
  return {
    id: tool.name,
    path: tool.path,
    title: tool.title,
    summary: tool.summary,
    effects: tool.effects,
    trust: tool.trust,
    source: session.rows.find((row) => row.name === tool.name)?.source ?? "native",
    tokens: tokensOf(tool),
    state: "live",
  };
}

const BYTES_PER_TOKEN = 4;

function tokensOf(tool: DefinedTool): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(tool.descriptor())) / BYTES_PER_TOKEN);
}
