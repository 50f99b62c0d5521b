import {
  definitionPin,
  differenceBetween,
  type EnrollEntry,
  type LedgerDifference,
  liveByName,
} from "../../../ledger/index.ts";
import type { SessionMcp } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { oneLine } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { parseSince } from "../since.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";

/** The flags of `deckhand mcp tools` that ask about the past. */
export interface McpHistoryFlags extends SessionFlags {
  readonly at?: string;
  readonly since?: string;
}

/** `deckhand mcp tools --at TIME`: which definitions were live then. Connects nothing. */
export async function mcpToolsAt(
  mcp: SessionMcp,
  server: string | undefined,
  flags: McpHistoryFlags & { readonly at: string },
  terminal: Terminal,
): Promise<number> {
  const at = parseSince(flags.at, Date.now(), "--at");
  const live = liveByName(await mcp.ledger(), { at });
  const tools = [...live.values()].filter((entry) => isOf(entry, server)).map(toldEntry);
  if (flags.json === true) terminal.out(JSON.stringify({ at: new Date(at).toISOString(), tools }));
  else if (tools.length === 0) terminal.note("No remote tool was enrolled then.");
  else terminal.out(page(tools, terminal));
  return EXIT.ok;
}

/** `deckhand mcp tools --since TIME`: which tools came, went and changed. Connects nothing. */
export async function mcpToolsSince(
  mcp: SessionMcp,
  server: string | undefined,
  flags: McpHistoryFlags & { readonly since: string },
  terminal: Terminal,
): Promise<number> {
  const now = Date.now();
  const from = parseSince(flags.since, now);
  const changes = told(differenceBetween(await mcp.ledger(), { at: from }, { at: now }), server);
  if (flags.json === true) terminal.out(JSON.stringify({ since: new Date(from).toISOString(), ...changes }));
  else terminal.out(changesPage(changes, terminal));
  return EXIT.ok;
}

interface ToldEntry {
  readonly name: string;
  readonly server: string;
  /** The hash that traces of calls name. */
  readonly definition: string;
  readonly key: string;
  readonly seq: number;
  readonly since: string;
}

type Entry = EnrollEntry;

function isOf(entry: Entry, server: string | undefined): boolean {
  return server === undefined || entry.server === server;
}

function toldEntry({ key, server, capability, seq, at }: Entry): ToldEntry {
  const { name, definition } = capability;
  return {
    name,
    server,
    definition: definition === undefined ? "" : definitionPin(definition).whole,
    key,
    seq,
    since: at,
  };
}

interface ToldChanges {
  readonly enrolled: readonly ToldEntry[];
  readonly retired: readonly ToldEntry[];
  readonly changed: readonly { readonly before: ToldEntry; readonly after: ToldEntry }[];
}

function told({ enrolled, retired, changed }: LedgerDifference, server: string | undefined): ToldChanges {
  return {
    enrolled: enrolled.filter((entry) => isOf(entry, server)).map(toldEntry),
    retired: retired.filter((entry) => isOf(entry, server)).map(toldEntry),
    changed: changed
      .filter(({ after }) => isOf(after, server))
      .map(({ before, after }) => ({ before: toldEntry(before), after: toldEntry(after) })),
  };
}

const HASH_SHOWN = 12;

function page(tools: readonly ToldEntry[], terminal: Terminal): string {
  const head = ["TOOL", "DEFINITION", "SINCE"].map((title) => terminal.paint("dim", title));
  return table([
    head,
    ...tools.map(({ name, definition, since }) => [oneLine(name), definition.slice(0, HASH_SHOWN), since]),
  ]);
}

function changesPage({ enrolled, retired, changed }: ToldChanges, terminal: Terminal): string {
  const lines = [
    ...enrolled.map(({ name, since }) => `${terminal.paint("green", "+")} ${oneLine(name)}  ${since}`),
    ...retired.map(({ name }) => `${terminal.paint("red", "-")} ${oneLine(name)}`),
    ...changed.map(({ after }) => `${terminal.paint("yellow", "~")} ${oneLine(after.name)}  ${after.since}`),
  ];
  return lines.length === 0 ? "No remote tool has come, gone or changed." : lines.join("\n");
}
