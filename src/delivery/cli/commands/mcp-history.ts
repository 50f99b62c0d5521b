import { nearestName } from "../../../kernel/index.ts";
import {
  type BridgeLedger,
  definitionPin,
  differenceBetween,
  type EnrollEntry,
  type LedgerDifference,
  liveByName,
} from "../../../ledger/index.ts";
import type { Records } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { oneLine } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { parseSince } from "../since.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";
import { withRecords } from "../with-records.ts";

/** The flags of `deckhand mcp tools` that ask about the past. */
export interface McpHistoryFlags extends SessionFlags {
  readonly at?: string;
  readonly since?: string;
}

/** `deckhand mcp tools --at TIME`: which definitions were live then. Connects nothing. */
export async function mcpToolsAt(
  server: string | undefined,
  flags: McpHistoryFlags & { readonly at: string },
  terminal: Terminal,
): Promise<number> {
  const at = parseSince(flags.at, Date.now(), "--at");
  const ledger = await withRecords(flags, (records) => ledgerOf(records, server));
  const live = liveByName(ledger, { at });
  const tools = [...live.values()].filter((entry) => isOf(entry, server)).map(toldEntry);
  if (flags.json === true) terminal.out(JSON.stringify({ at: new Date(at).toISOString(), tools }));
  else if (tools.length === 0) terminal.note("No remote tool was enrolled then.");
  else terminal.out(page(tools, terminal));
  return EXIT.ok;
}

/** `deckhand mcp tools --since TIME`: which tools came, went and changed. Connects nothing. */
export async function mcpToolsSince(
  server: string | undefined,
  flags: McpHistoryFlags & { readonly since: string },
  terminal: Terminal,
): Promise<number> {
  const now = Date.now();
  const from = parseSince(flags.since, now);
  const ledger = await withRecords(flags, (records) => ledgerOf(records, server));
  const changes = told(differenceBetween(ledger, { at: from }, { at: now }), server);
  const lines = changeLines(changes, terminal);
  if (flags.json === true) terminal.out(JSON.stringify({ since: new Date(from).toISOString(), ...changes }));
  else if (lines.length === 0) terminal.note("No remote tool has come, gone or changed.");
  else terminal.out(lines.join("\n"));
  return EXIT.ok;
}

/** What is remembered, whatever is configured now; a server that never had a tool here is wrong usage. */
async function ledgerOf(records: Records, server: string | undefined): Promise<BridgeLedger> {
  const ledger = await records.ledger();
  const servers = new Set(ledger.log.map((entry) => entry.server));
  if (server === undefined || servers.has(server)) return ledger;
  const near = nearestName(server, [...servers]);
  const guess = near === undefined ? "" : `Did you mean ${JSON.stringify(near)}? `;
  throw new UsageFault(
    `No tool of a server ${JSON.stringify(server)} is remembered here.`,
    `${guess}${servers.size === 0 ? "No server has listed tools here." : `Servers: ${[...servers].join(", ")}.`}`,
    "not_found",
  );
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

function changeLines({ enrolled, retired, changed }: ToldChanges, terminal: Terminal): readonly string[] {
  return [
    ...enrolled.map(({ name, since }) => `${terminal.paint("green", "+")} ${oneLine(name)}  ${since}`),
    ...retired.map(({ name }) => `${terminal.paint("red", "-")} ${oneLine(name)}`),
    ...changed.map(({ after }) => `${terminal.paint("yellow", "~")} ${oneLine(after.name)}  ${after.since}`),
  ];
}
