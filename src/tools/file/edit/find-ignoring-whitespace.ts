/** A half-open range of indexes into a text. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where a text holds `wanted` when every run of whitespace counts as one. Whitespace at either edge of
 * `wanted` never reaches over more line breaks than it has itself, so that no neighbouring line is touched.
 */
export function findIgnoringWhitespace(text: string, wanted: string, most: number): TextSpan[] {
  const pattern = patternOf(wanted);
  const spans: TextSpan[] = [];
  if (pattern === undefined) return spans;
  const anchor = pattern.words[pattern.anchor]!;
  const effort = { left: MOST_STEPS };
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    const span = spanAround(text, at, pattern, effort);
    if (effort.left < 0) return [];
    if (span !== undefined) spans.push(span);
    if (spans.length === most) break;
  }
  return spans;
}

/** Texts that repeat themselves endlessly are given up on: with matches left uncounted, none can be called unique. */
const MOST_STEPS = 20_000_000;

interface Pattern {
  readonly words: readonly string[];
  /** The longest word: the rarest one, as a rule. */
  readonly anchor: number;
  readonly lead: Edge;
  readonly trail: Edge;
}

/** Whitespace before the first word or after the last one. */
interface Edge {
  readonly breaks: number;
  /** Whether blanks stand between the last line break and the end. */
  readonly blanks: boolean;
}

function patternOf(wanted: string): Pattern | undefined {
  const body = wanted.trim();
  if (body === "") return undefined;
  const words = body.split(/\s+/);
  const lead = wanted.slice(0, wanted.length - wanted.trimStart().length);
  const trail = wanted.slice(wanted.trimEnd().length);
  return {
    words,
    anchor: words.reduce((best, word, index) => (word.length > words[best]!.length ? index : best), 0),
    lead: edgeOf(lead),
    trail: edgeOf(trail),
  };
}

function edgeOf(whitespace: string): Edge {
  const lines = whitespace.split(/\r\n|\r|\n/);
  return { breaks: lines.length - 1, blanks: lines.at(-1) !== "" };
}

function spanAround(
  text: string,
  at: number,
  { words, anchor, lead, trail }: Pattern,
  effort: { left: number },
): TextSpan | undefined {
  let end = at + words[anchor]!.length;
  for (let index = anchor + 1; index < words.length && end !== -1; index++, effort.left--) {
    end = wordAfter(text, end, words[index]!);
  }
  if (end !== -1) end = edgeAfter(text, end, trail);
  if (end === -1) return undefined;
  let start = at;
  for (let index = anchor - 1; index >= 0 && start !== -1; index--, effort.left--) {
    start = wordBefore(text, start, words[index]!);
  }
  if (start !== -1) start = edgeBefore(text, start, lead);
  return start === -1 ? undefined : { start, end };
}

function wordBefore(text: string, at: number, word: string): number {
  const gap = skipBack(text, at, isSpace);
  return gap < at && text.endsWith(word, gap) ? gap - word.length : -1;
}

function wordAfter(text: string, at: number, word: string): number {
  const gap = skip(text, at, isSpace);
  return gap > at && text.startsWith(word, gap) ? gap + word.length : -1;
}

function edgeBefore(text: string, at: number, { breaks, blanks }: Edge): number {
  if (breaks === 0) return blanks ? orMiss(skipBack(text, at, isBlank), at) : at;
  let start = at;
  for (let left = breaks; left > 0; left--) {
    start = skipBack(text, start, isBlank);
    if (text.endsWith("\r\n", start)) start -= 2;
    else if (isBreak(text.charCodeAt(start - 1))) start -= 1;
    else return -1;
  }
  return start;
}

function edgeAfter(text: string, at: number, { breaks, blanks }: Edge): number {
  if (breaks === 0) return blanks ? orMiss(skip(text, at, isBlank), at) : at;
  let end = at;
  for (let left = breaks; left > 0; left--) {
    end = skip(text, end, isBlank);
    if (text.startsWith("\r\n", end)) end += 2;
    else if (isBreak(text.charCodeAt(end))) end += 1;
    else return -1;
  }
  return blanks ? skip(text, end, isBlank) : end;
}

function orMiss(moved: number, from: number): number {
  return moved === from ? -1 : moved;
}

type Test = (unit: number) => boolean;

function skip(text: string, from: number, test: Test): number {
  let at = from;
  while (test(text.charCodeAt(at))) at++;
  return at;
}

function skipBack(text: string, from: number, test: Test): number {
  let at = from;
  while (test(text.charCodeAt(at - 1))) at--;
  return at;
}

function isSpace(unit: number): boolean {
  if (unit <= 0x20) return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
  return unit >= 0xa0 && /\s/.test(String.fromCharCode(unit));
}

function isBlank(unit: number): boolean {
  return !isBreak(unit) && isSpace(unit);
}

function isBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}
