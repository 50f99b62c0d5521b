import { malformedPatch } from "./malformed-patch.ts";

/** The two names of a unified diff; undefined where it says /dev/null. */
export interface DiffNames {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const NOTHING = "/dev/null";
/** What git puts before the two names: plain diffs, and `diff.mnemonicPrefix` for index, work tree, commit, object. */
const PREFIXES = ["a/ b/", "b/ a/", "i/ w/", "c/ i/", "c/ w/", "o/ w/", "w/ i/", "i/ c/", "w/ c/"];

/** Tells whether the part of a unified diff about one file begins at a line. */
export function isUnifiedStart(lines: readonly string[], at: number): boolean {
  return lines[at]!.startsWith("diff --git ") || isNamePair(lines, at);
}

/** Tells whether a line and the next are `---` and `+++` with the names of a file. */
export function isNamePair(lines: readonly string[], at: number): boolean {
  return /^--- \S/.test(lines[at] ?? "") && /^\+\+\+ \S/.test(lines[at + 1] ?? "");
}

/** Reads the names after `---` and `+++`. */
export function namesOf(beforeLine: string, afterLine: string, patchLine: number): DiffNames {
  return withoutPrefixes(nameAfter(beforeLine, patchLine), nameAfter(afterLine, patchLine + 1));
}

/** Reads `diff --git a/x b/x`; undefined when the two names cannot be told apart. */
export function gitNamesOf(line: string, patchLine: number): DiffNames | undefined {
  const names = line.slice("diff --git ".length).trimEnd();
  if (names.startsWith('"')) {
    const [, before, after] = /^("(?:[^"\\]|\\.)*") (.+)$/.exec(names) ?? [];
    if (before === undefined || after === undefined) return undefined;
    return withoutPrefixes(unquote(before, patchLine), unquote(after, patchLine));
  }
  const middle = (names.length - 1) / 2;
  const [before, after] = [names.slice(0, middle), names.slice(middle + 1)];
  if (Number.isInteger(middle) && names[middle] === " " && before.slice(2) === after.slice(2)) {
    return withoutPrefixes(before, after);
  }
  return undefined;
}

/** Reads a name that may be in quotes, as git writes names with unusual characters. */
export function unquote(name: string, patchLine: number): string {
  if (!name.startsWith('"')) return name;
  if (!/^"(?:[^"\\]|\\.)*"$/.test(name))
    throw malformedPatch(patchLine, `the quoted name ${name} does not end.`);
  const pieces: Buffer[] = [];
  for (const [piece] of name.slice(1, -1).matchAll(/\\[0-7]{1,3}|\\.|[^\\]+/gs)) {
    if (!piece.startsWith("\\")) pieces.push(Buffer.from(piece));
    else if (/[0-7]/.test(piece.charAt(1))) pieces.push(Buffer.of(Number.parseInt(piece.slice(1), 8) & 0xff));
    else pieces.push(Buffer.from(ESCAPES[piece.charAt(1)] ?? piece.charAt(1)));
  }
  return Buffer.concat(pieces).toString("utf8");
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  t: "\t",
  n: "\n",
  v: "\v",
  f: "\f",
  r: "\r",
};

/** diff(1) puts a tab before the time of a file, models often a blank. */
const BEFORE_TIME = /\t| +(?=\d{4}-\d\d-\d\d[ T]\d\d:\d\d)/;

function nameAfter(line: string, patchLine: number): string {
  const name = line.slice(4);
  const quoted = /^"(?:[^"\\]|\\.)*"/.exec(name)?.[0];
  if (quoted !== undefined) return unquote(quoted, patchLine);
  const [plain = ""] = name.split(BEFORE_TIME);
  const trimmed = plain.trim();
  if (trimmed === "") throw malformedPatch(patchLine, `"${line.slice(0, 3)}" names no file.`);
  return trimmed;
}

function withoutPrefixes(before: string, after: string): DiffNames {
  const from = before === NOTHING ? undefined : before;
  const to = after === NOTHING ? undefined : after;
  if (from === undefined || to === undefined)
    return { before: from?.replace(/^a\//, ""), after: to?.replace(/^b\//, "") };
  if (from === `a/${to}`) return { before: to, after: to };
  if (to === `b/${from}`) return { before: from, after: from };
  if (!PREFIXES.includes(`${from.slice(0, 2)} ${to.slice(0, 2)}`)) return { before: from, after: to };
  return { before: from.slice(2), after: to.slice(2) };
}
