import { canonicalName, type DeckContext, deckRows, profileOf, unknownCapability } from "../deck/index.ts";
import { type CapabilityRow, isNodePath } from "../kernel/index.ts";
import { providerName, serverOfQualified } from "../ledger/index.ts";
import type { SessionSettings } from "./session-settings.ts";

/** What a session offers, and what it was given but does not. */
export interface Offer extends Selection {
  /** Those that are shown in deferred mode too. */
  readonly pinned: readonly CapabilityRow[];
  /** Those that exist and are not offered. */
  readonly outside: readonly CapabilityRow[];
}

interface Selection {
  readonly rows: readonly CapabilityRow[];
  /** What was left out and why, in sentences. */
  readonly notes: readonly string[];
}

type OfferSettings = Pick<
  SessionSettings,
  "profile" | "tools" | "withoutTools" | "addons" | "searchProvider" | "deferred" | "pinned"
>;

/** Makes the offer for whatever remote tools there are at a time. */
export type MakeOffer = (remote: readonly CapabilityRow[]) => Offer;

/** Selects the deck's rows, grafts the remote ones, then folds in what addons bring. */
export function createOffer(settings: OfferSettings, ctx: DeckContext): MakeOffer {
  const whole = withProvider(deckRows("all", ctx), settings);
  return (remote) => offerOf(whole, remote, settings, ctx);
}

function offerOf(
  whole: readonly CapabilityRow[],
  remote: readonly CapabilityRow[],
  settings: OfferSettings,
  ctx: DeckContext,
): Offer {
  if (settings.tools === false) return { rows: [], pinned: [], outside: whole, notes: [] };
  const added = addonRows([...whole, ...remote], settings);
  const all = [...whole, ...remote, ...added.rows];
  const { rows: deck, notes } = selectRows(whole, all, settings, ctx);
  const rows = without([...deck, ...remote, ...added.rows], settings.withoutTools ?? [], all);
  const pinned = pinnedRows(rows, all, settings);
  const outside = all.filter((row) => !rows.includes(row));
  return { rows, pinned: pinned.rows, outside, notes: [...notes, ...added.notes, ...pinned.notes] };
}

/** The rows that are in the profile and were asked for by name; what addons bring is no part of either. */
function selectRows(
  whole: readonly CapabilityRow[],
  all: readonly CapabilityRow[],
  { profile = "all", tools = false }: OfferSettings,
  ctx: DeckContext,
): Selection {
  const members = new Set(deckRows(profileOf(profile), ctx).map(({ name }) => name));
  const deck = whole.filter(({ name }) => members.has(name));
  if (tools === false || tools.length === 0) return { rows: deck, notes: [] };
  const wanted = new Set(rowsCalled(tools, all).map(({ name }) => name));
  const outside = whole.filter(({ name }) => wanted.has(name) && !members.has(name));
  return {
    rows: deck.filter(({ name }) => wanted.has(name)),
    notes: outside.map(({ name }) => `The tool "${name}" is not part of the profile ${profile}.`),
  };
}

function without(
  rows: readonly CapabilityRow[],
  names: readonly string[],
  all: readonly CapabilityRow[],
): readonly CapabilityRow[] {
  if (names.length === 0) return rows;
  const unwanted = new Set(rowsCalled(names, all).map(({ name }) => name));
  return rows.filter(({ name }) => !unwanted.has(name));
}

/** Pinning shows what is offered and offers nothing: what another setting takes away stays away. */
function pinnedRows(
  rows: readonly CapabilityRow[],
  all: readonly CapabilityRow[],
  { deferred = false, pinned = [] }: OfferSettings,
): Selection {
  const wanted = new Set(rowsCalled(deferred ? pinned : [], all));
  const absent = [...wanted].filter((row) => !rows.includes(row));
  return {
    rows: rows.filter((row) => wanted.has(row)),
    notes: absent.map(({ name }) => `The tool "${name}" is pinned but not offered here.`),
  };
}

/** The rows that a person means by names. A tool of somebody's server may come later, or never. */
function rowsCalled(names: readonly string[], rows: readonly CapabilityRow[]): readonly CapabilityRow[] {
  return names.flatMap((name) => {
    const row = rowCalled(name, rows);
    if (row === undefined && !isRemoteName(name)) throw unknownRow(name, rows);
    return row ?? [];
  });
}

function isRemoteName(name: string): boolean {
  return isNodePath(name) ? name.startsWith(REMOTE_PATHS) : serverOfQualified(name) !== "";
}

const REMOTE_PATHS = "world.tools.mcp.";

function rowCalled(name: string, rows: readonly CapabilityRow[]): CapabilityRow | undefined {
  if (isNodePath(name)) return rows.find(({ path }) => path === name);
  // Other people's names are taken as they are spelled: two of them may differ in nothing but a dash.
  const exact =
    rows.find((each) => each.name === name) ??
    rows.find((each) => isRemote(each) && providerName(each.name) === name);
  const wanted = canonicalName(name);
  return exact ?? rows.find((each) => !isRemote(each) && canonicalName(each.name) === wanted);
}

function isRemote({ source }: CapabilityRow): boolean {
  return source.startsWith("mcp:");
}

function unknownRow(name: string, rows: readonly CapabilityRow[]): Error {
  return unknownCapability(
    name,
    rows.map((each) => each.name),
    "tool",
  );
}

/** Names no addon may take, though no row of the deck has them. */
const RESERVED = ["tool_search", "tool_call"];

function addonRows(deck: readonly CapabilityRow[], { addons = [] }: OfferSettings): Selection {
  const taken = new Set<string>([
    ...deck.flatMap(({ name, path }) => [canonicalName(name), path]),
    ...RESERVED.map(canonicalName),
  ]);
  const rows: CapabilityRow[] = [];
  const notes: string[] = [];
  for (const { name: addon, tools = [] } of addons) {
    for (const tool of tools) {
      const spelled = canonicalName(tool.name);
      if (taken.has(spelled) || taken.has(tool.path)) {
        notes.push(`The tool "${tool.name}" of addon ${addon} was dropped: another tool is called so.`);
        continue;
      }
      taken.add(spelled).add(tool.path);
      rows.push({ name: tool.name, path: tool.path, source: "addon", load: () => Promise.resolve(tool) });
    }
  }
  return { rows, notes };
}

function withProvider(
  rows: readonly CapabilityRow[],
  { searchProvider }: OfferSettings,
): readonly CapabilityRow[] {
  if (searchProvider === undefined) return rows;
  const load = async () => (await import("../tools/index.ts")).createWebsearch(await searchProvider());
  return rows.map((row) => (row.name === "websearch" ? { ...row, load } : row));
}
