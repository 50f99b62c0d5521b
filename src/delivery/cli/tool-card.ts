import type { DefinedTool, Effect, TrustLevel } from "../../kernel/index.ts";
import { loadRows, type RemoteToolState, type Session } from "../../session/index.ts";

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
  readonly state: RemoteToolState;
  /** Why it cannot be called now. */
  readonly reason?: string;
}

/** Everything a session offers and what it costs a model to be told of it. */
export interface ToolOffer {
  readonly tools: readonly ToolCard[];
  readonly tokens: number;
  /** In deferred mode: what a model is really shown. */
  readonly advertised?: { readonly tools: readonly string[]; readonly tokens: number };
}

/** What a session offers, in deck order; a tool that cannot be loaded is left out. */
export async function toolOffer(session: Session): Promise<ToolOffer> {
  const { tools: loaded } = await loadRows(session.rows);
  const rows = new Map(session.rows.map((row) => [row.name, row]));
  const tools = loaded.map((tool) => toolCard(tool, session, rows.get(tool.name)));
  const offer = { tools, tokens: sum(tools.map(({ tokens }) => tokens)) };
  if (!session.deferred) return offer;
  const shown = await session.advertised();
  return { ...offer, advertised: { tools: shown.map(({ name }) => name), tokens: sum(shown.map(tokensOf)) } };
}

/** The card of one tool. */
export function toolCard(
  tool: DefinedTool,
  session: Session,
  row = session.rows.find(({ name }) => name === tool.name),
): ToolCard {
  return {
    id: tool.name,
    path: tool.path,
    title: tool.title,
    summary: tool.summary,
    effects: tool.effects,
    trust: row?.source.startsWith("mcp:") === true ? (session.mcp?.requires(tool.name) ?? "L3") : tool.trust,
    source: row?.source ?? "native",
    tokens: tokensOf(tool),
    state: row?.withheld?.state ?? "live",
    ...(row?.withheld === undefined ? {} : { reason: row.withheld.reason }),
  };
}

const BYTES_PER_TOKEN = 4;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function tokensOf(tool: DefinedTool): number {
  return Math.ceil(Buffer.byteLength(JSON.stringify(tool.descriptor())) / BYTES_PER_TOKEN);
}
