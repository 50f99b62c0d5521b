import { canonicalName, DECK_PROFILES, type DeckProfileName, profileOf } from "../../deck/index.ts";
import { compareTrust, isHostWithin, parsePlace, type TrustLevel } from "../../kernel/index.ts";
import type { SettingKey, Settings } from "./config.ts";
import { shortened } from "./shortened.ts";

/** What holds before the workspace is heard. */
export interface Held<T> {
  /** Undefined where everything is allowed. */
  readonly value: T | undefined;
  /** Whether the user's file says so, rather than the default. */
  readonly isSaid: boolean;
}

/** What comes of the workspace's wish: the tighter value, if it makes one, and why the rest of the wish is ignored. */
export interface Ruling<T> {
  readonly value?: T;
  readonly refused?: string;
}

/** How a workspace may tighten one setting. */
export type Rule<T> = (held: Held<T>, wish: T) => Ruling<T>;

/** How the workspace's file may tighten each setting; nothing in it ever widens one. */
export const TIGHTENING: { readonly [K in SettingKey]: Rule<Settings[K]> } = {
  profile: narrowerProfile,
  tools: commonTools,
  withoutTools: allTools,
  addDirs: usersOnly,
  deferred: unlessSaid,
  pinned: unlessSaid,
  trust: lowerTrust,
  rules: usersOnly,
  "commands.allowed": commonPrograms,
  "commands.rules": stricterRules,
  "sandbox.enabled": onlyOn,
  "sandbox.hosts": commonGrants,
  "mcp.enabled": onlyOff,
  "mcp.trust": usersOnly,
  "record.granularity": unlessSaid,
  "retention.traceDays": usersOnly,
  "retention.traceMegabytes": usersOnly,
  "retention.undoDays": usersOnly,
  "retention.undoMegabytes": usersOnly,
  "retention.resultDays": usersOnly,
  "retention.resultMegabytes": usersOnly,
  "telemetry.endpoint": usersOnly,
  "telemetry.content": usersOnly,
  "web.allowPrivate": usersOnly,
  "web.allowHosts": commonHosts,
  "web.allowPorts": usersOnly,
  "web.search": usersOnly,
  openapi: usersOnly,
  "task.maxDepth": lowerNumber,
  "task.maxConcurrent": lowerNumber,
  addons: usersOnly,
};

function narrowerProfile(
  { value: held = "all" }: Held<DeckProfileName>,
  wish: DeckProfileName,
): Ruling<DeckProfileName> {
  const [mine, theirs] = [breadth(held), breadth(wish)];
  if (theirs > mine) return { refused: `"${wish}" is wider than "${held}"; a workspace may only narrow it` };
  return theirs < mine ? { value: wish } : {};
}

function breadth(name: DeckProfileName): number {
  return DECK_PROFILES.indexOf(profileOf(name));
}

function commonTools(
  { value: held }: Held<Settings["tools"]>,
  wish: Settings["tools"],
): Ruling<Settings["tools"]> {
  if (held === undefined) return { value: wish };
  const mine = held || [];
  const theirs = wish || [];
  const wanted = new Set(theirs.map(canonicalName));
  const allowed = new Set(mine.map(canonicalName));
  const kept = mine.filter((name) => wanted.has(canonicalName(name)));
  const refused = theirs.filter((name) => !allowed.has(canonicalName(name)));
  return { ...(kept.length < mine.length ? { value: kept } : {}), ...beyond(refused, "tools") };
}

function allTools(
  { value: held = [] }: Held<readonly string[]>,
  wish: readonly string[],
): Ruling<readonly string[]> {
  const known = new Set(held.map(canonicalName));
  const more = wish.filter((name) => !known.has(canonicalName(name)));
  return more.length === 0 ? {} : { value: [...held, ...more] };
}

function commonHosts(
  { value: held }: Held<readonly string[]>,
  wish: readonly string[],
): Ruling<readonly string[]> {
  if (held === undefined) return { value: wish };
  const [mine, theirs] = [held.map(toListed), wish.map(toListed)];
  const isNarrower = mine.some((one) => !theirs.some((other) => isWithin(one, other)));
  const common = theirs.flatMap((other) => mine.flatMap((one) => narrowerOf(one, other)));
  const refused = theirs.filter((other) => !mine.some((one) => isWithin(other, one)));
  return {
    ...(isNarrower ? { value: [...new Set(common.map(({ entry }) => entry))] } : {}),
    ...beyond(
      refused.map(({ entry }) => entry),
      "hosts",
    ),
  };
}

/** An entry of a list of hosts, and the host it names. */
interface Listed {
  readonly entry: string;
  readonly host: string | undefined;
}

function toListed(entry: string): Listed {
  return { entry, host: parsePlace(entry)?.host };
}

function narrowerOf(one: Listed, other: Listed): readonly Listed[] {
  if (isWithin(other, one)) return [other];
  return isWithin(one, other) ? [one] : [];
}

function isWithin({ host: lower }: Listed, { host: upper }: Listed): boolean {
  return lower !== undefined && upper !== undefined && isHostWithin(lower, upper);
}

function beyond(refused: readonly string[], what: string): { refused?: string } {
  if (refused.length === 0) return {};
  const named = refused.slice(0, MOST_NAMED).map(shortened).join(", ");
  const more = refused.length > MOST_NAMED ? ` and ${refused.length - MOST_NAMED} more` : "";
  const reason = `not among the ${what} of the user's file, which a workspace may only narrow`;
  return { refused: `${named}${more}: ${reason}` };
}

const MOST_NAMED = 8;

function lowerNumber({ value: held = 0, isSaid }: Held<number>, wish: number): Ruling<number> {
  if (wish < held) return { value: wish };
  if (wish === held) return {};
  const whose = isSaid ? "the user's file" : "the default";
  return { refused: `${wish} is more than ${whose} allows (${held}); a workspace may only lower it` };
}

function lowerTrust({ value: held = "L2" }: Held<TrustLevel>, wish: TrustLevel): Ruling<TrustLevel> {
  const order = compareTrust(wish, held);
  if (order > 0) return { refused: `${wish} is more than ${held}; a workspace may only lower it` };
  return order < 0 ? { value: wish } : {};
}

function commonPrograms(
  { value: held = [] }: Held<readonly string[]>,
  wish: readonly string[],
): Ruling<readonly string[]> {
  return commonEntries(held, wish, "programs");
}

function commonGrants(
  { value: held = [] }: Held<readonly string[]>,
  wish: readonly string[],
): Ruling<readonly string[]> {
  return commonEntries(held, wish, "hosts");
}

function commonEntries(
  held: readonly string[],
  wish: readonly string[],
  what: string,
): Ruling<readonly string[]> {
  const kept = held.filter((entry) => wish.includes(entry));
  const refused = wish.filter((entry) => !held.includes(entry));
  return { ...(kept.length < held.length ? { value: kept } : {}), ...beyond(refused, what) };
}

/** What a workspace forbids is forbidden; what it allows is for its user to say. */
function stricterRules(
  { value: held = [] }: Held<Settings["commands.rules"]>,
  wish: Settings["commands.rules"],
): Ruling<Settings["commands.rules"]> {
  const stricter = wish.filter(({ verdict }) => verdict !== "allow");
  const refused = wish.filter(({ verdict }) => verdict === "allow").map(({ name }) => name);
  return {
    ...(stricter.length === 0 ? {} : { value: [...held, ...stricter] }),
    ...(refused.length === 0
      ? {}
      : { refused: `${refused.map(shortened).join(", ")}: only the user's own file may allow commands` }),
  };
}

function onlyOn({ value: held }: Held<boolean>, wish: boolean): Ruling<boolean> {
  if (wish === held) return {};
  return wish ? { value: true } : usersOnly();
}

function onlyOff({ value: held }: Held<boolean>, wish: boolean): Ruling<boolean> {
  if (wish === held) return {};
  return wish ? usersOnly() : { value: false };
}

function unlessSaid<T>({ value: held, isSaid }: Held<T>, wish: T): Ruling<T> {
  if (!isSaid) return { value: wish };
  if (JSON.stringify(held) === JSON.stringify(wish)) return {};
  return { refused: "the user's file sets this already, and wins" };
}

function usersOnly(): { refused: string } {
  return { refused: "only the user's own file or flags may set this; `deckhand config path` names the file" };
}
