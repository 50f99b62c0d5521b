import { Fault } from "../../kernel/index.ts";

/** More than anybody writes by hand; pairs of braces multiply. */
const MOST_ALTERNATIVES = 1_000;

/**
 * Makes an expression of a glob: `*` and `?` stay within a folder, `**` crosses folders, `[a-z]` and `{a,b}` choose, a backslash
 * takes the next character as it is. No glob makes it slow: what a star skips is settled when what follows is found first,
 * which for globs is as good as any later place, and never tried again (a lookahead that is repeated by its name).
 */
export function globExpression(glob: string): RegExp {
  const names = createNames();
  const sources = alternatives(glob).map((each) => pathSource(each, names));
  return new RegExp(`^(?:${sources.join("|")})$`, "su");
}

type NextName = () => string;

function createNames(): NextName {
  let count = 0;
  return () => `g${(count += 1)}`;
}

function settled(source: string, names: NextName): string {
  const name = names();
  return `(?=(?<${name}>${source}))\\k<${name}>`;
}

const FOLDERS = "(?:[^/]+/)*";

function pathSource(glob: string, names: NextName): string {
  const runs = splitAt(
    glob.split("/").map((segment) => (segment === "**" ? undefined : segmentSource(segment, names))),
  );
  const [first = "", ...others] = runs.map((run) => run.join("/"));
  const last = others.pop();
  if (last === undefined) return first;
  const between = others.filter((run) => run !== "").map((run) => settled(`${FOLDERS}?${run}/`, names));
  const start = first === "" ? "" : `${first}/`;
  return `${start}${between.join("")}${last === "" ? ".+" : FOLDERS + last}`;
}

function segmentSource(segment: string, names: NextName): string {
  const [first = "", ...others] = splitAt(characters(segment)).map((run) => run.join(""));
  const last = others.pop();
  if (last === undefined) return first;
  const between = others.filter((run) => run !== "").map((run) => settled(`[^/]*?${run}`, names));
  return `${first}${between.join("")}[^/]*${last}`;
}

/** The runs between the holes. */
function splitAt(items: readonly (string | undefined)[]): readonly (readonly string[])[] {
  const runs: string[][] = [[]];
  for (const item of items) {
    if (item === undefined) runs.push([]);
    else runs.at(-1)?.push(item);
  }
  return runs;
}

/** What each character of a segment matches; undefined for a star. */
function characters(segment: string): readonly (string | undefined)[] {
  const parts = segment.match(/\\.|\[[!^]?\]?[^\]]*\]|./gsu) ?? [];
  return parts.map((part) => {
    if (part === "*") return undefined;
    if (part === "?") return "[^/]";
    if (part.length > 2 && part.startsWith("[")) return classSource(part.slice(1, -1));
    return literally(part.length > 1 && part.startsWith("\\") ? part.slice(1) : part);
  });
}

function classSource(inner: string): string {
  const isNegated = /^[!^]/.test(inner);
  const members = (isNegated ? inner.slice(1) : inner).match(/.-.|./gsu) ?? [];
  const source = members.map((member) => {
    const [from = "", , to] = Array.from(member);
    if (to === undefined) return literally(from);
    return from <= to ? `${literally(from)}-${literally(to)}` : "";
  });
  return isNegated ? `[^/${source.join("")}]` : `(?!/)[${source.join("")}]`;
}

function literally(character: string): string {
  return /^[\w/]$/.test(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

/** Every glob without braces that one with braces stands for; a brace without a partner is only a character. */
function alternatives(glob: string): readonly string[] {
  const braces = firstBraces(glob);
  if (braces === undefined) return [glob];
  const [start, commas, end] = braces;
  const edges = [start, ...commas, end];
  const options = edges.slice(1).flatMap((edge, at) => alternatives(glob.slice((edges[at] ?? 0) + 1, edge)));
  const rests = alternatives(glob.slice(end + 1));
  if (options.length * rests.length > MOST_ALTERNATIVES) {
    throw new Fault("invalid_input", `The glob ${JSON.stringify(glob)} stands for too many others.`, {
      hint: "Use fewer braces.",
    });
  }
  return options.flatMap((option) => rests.map((rest) => glob.slice(0, start) + option + rest));
}

/** Where the first pair of braces opens, where its commas are and where it closes. */
function firstBraces(glob: string): readonly [number, readonly number[], number] | undefined {
  const opened: { readonly at: number; readonly commas: number[] }[] = [];
  for (const { 0: part, index } of glob.matchAll(/\\.|\[[!^]?\]?[^\]]*\]|./gsu)) {
    if (part === "{") opened.push({ at: index, commas: [] });
    if (part === ",") opened.at(-1)?.commas.push(index);
    const closed = part === "}" ? opened.pop() : undefined;
    if (closed !== undefined && opened.length === 0) return [closed.at, closed.commas, index];
  }
  return undefined;
}
