import { QUALIFIER } from "../../../../ledger/index.ts";
import type { Finding } from "./flag.ts";
import type { FoldedText } from "./folded-text.ts";

/** Tools that a definition has no business to talk about, by server; the built-in ones are under an empty id. */
export type OtherTools = Readonly<Record<string, readonly string[]>>;

/** Finds whether a text names a tool of another server, or a built-in one. */
export type FindOtherTool = (text: FoldedText) => readonly Finding[];

/** Makes the search for one server; whatever others call theirs, its own tools are its own. */
export function createOtherTools(server: string, own: readonly string[], others: OtherTools): FindOtherTool {
  const foreign = Object.entries(others).filter(([id]) => id !== server);
  const names = foreign.flatMap(([, tools]) => tools);
  const ownNames = new Set(own.map(lower));
  const notOwn = (name: string): boolean => !ownNames.has(lower(name));
  const known: Known = {
    distinct: new Set(names.filter((name) => isDistinct(name) && notOwn(name)).map(lower)),
    plain: new Set(names.filter((name) => !isDistinct(name) && notOwn(name)).map(lower)),
    servers: new Set(foreign.map(([id]) => lower(id)).filter((id) => id !== "" && id !== lower(server))),
  };
  return ({ text, placeOf }) => {
    const match = named(text, known);
    return match === undefined
      ? []
      : [{ kind: "other-tool", at: placeOf(match.index), length: match[0].length }];
  };
}

/** The search among whoever is there when it is asked for; it is made anew only when that has changed. */
export function currentOtherTools(
  server: string,
  own: readonly string[],
  others: OtherTools,
): () => FindOtherTool {
  let made: { readonly among: readonly (readonly string[])[]; readonly find: FindOtherTool } | undefined;
  return () => {
    const among = Object.values(others);
    const isSame =
      made?.among.length === among.length && among.every((names, at) => names === made?.among[at]);
    if (!isSame || made === undefined) made = { among, find: createOtherTools(server, own, others) };
    return made.find;
  };
}

interface Known {
  readonly distinct: ReadonlySet<string>;
  readonly plain: ReadonlySet<string>;
  readonly servers: ReadonlySet<string>;
}

function lower(name: string): string {
  return name.toLowerCase();
}

/** A name of several words is hardly ever said by chance. */
function isDistinct(name: string): boolean {
  return /[a-zA-Z0-9][_.-]+[a-zA-Z0-9]|[a-z][A-Z]/.test(name);
}

function named(text: string, { distinct, plain, servers }: Known): RegExpExecArray | undefined {
  for (const match of text.matchAll(IDENTIFIER)) {
    const [name] = match;
    if (distinct.has(name) || isQualified(name, servers)) return match;
    if (name.split(/__|\./).some((piece) => distinct.has(piece))) return match;
  }
  if (!TALKS_OF_TOOLS.test(text)) return undefined;
  for (const pattern of [CALLED, TOOL_AFTER, TOOL_BEFORE]) {
    for (const match of text.matchAll(pattern)) if (plain.has(match[1] ?? "")) return match;
  }
  for (const match of text.matchAll(SERVER)) if (servers.has(match[1] ?? "")) return match;
  return undefined;
}

/** Also words in which every capital begins another one, which folding has made small. */
const IDENTIFIER = /[a-z0-9]+(?:[_.-]+[a-z0-9]+)+|[a-z0-9]{8,}/g;

function isQualified(name: string, servers: ReadonlySet<string>): boolean {
  const at = name.indexOf(QUALIFIER);
  return at > 0 && servers.has(name.slice(0, at));
}

const TALKS_OF_TOOLS = /[`'"]|tool|function|command|mcp|server/;

/** A plain word is a tool only where the text says so. */
const CALLED =
  /\b(?:call|use|run|invoke|execute|using|calling|invoking|running|via|instead of|before|after) (?:the )?[`'"]([a-z0-9]{2,40})[`'"]/g;
const TOOL_AFTER = /\b([a-z0-9]{2,40})(?:\(\))?[`'"]? (?:tool|function|command)\b/g;
const TOOL_BEFORE = /\b(?:tool|function|command) (?:called |named )?[`'"]([a-z0-9]{2,40})[`'"]/g;

const SERVER =
  /(?<![a-z0-9_-])(?:mcp[_-])?([a-z0-9]+(?:[_-][a-z0-9]+)*)(?:'s)? (?:mcp|mcp server|server|tools)\b/g;
