/** The words that brace expansion makes of one, as text with its quotes still on; undefined when there are too many or it cannot be told. */
export function expandBraces(text: string): readonly string[] | undefined {
  if (text.length > LONGEST_WORD) return undefined;
  const found: string[] = [];
  const waiting: { readonly done: string; readonly rest: string }[] = [{ done: "", rest: text }];
  for (let step = waiting.pop(); step !== undefined; step = waiting.pop()) {
    if (found.length + waiting.length > MOST_WORDS) return undefined;
    const brace = firstBrace(step.rest);
    if (brace === undefined) {
      found.push(step.done + step.rest);
      continue;
    }
    const { before, choices, after } = brace;
    if (choices === undefined) return undefined;
    // The first choice is looked at first, so they are put on the pile from the last.
    for (const choice of choices.toReversed()) {
      waiting.push({ done: step.done + before, rest: choice + after });
    }
  }
  return found;
}

const MOST_WORDS = 256;
/** Looking for the end of each brace takes the square of the length. */
const LONGEST_WORD = 1024;

interface Brace {
  readonly before: string;
  readonly choices: readonly string[] | undefined;
  readonly after: string;
}

/** The first pair of braces that has a comma or a range in it. */
function firstBrace(text: string): Brace | undefined {
  for (let at = 0; at < text.length; at = skipOne(text, at)) {
    if (text[at] !== "{") continue;
    const inside = choicesFrom(text, at);
    if (inside === undefined) continue;
    return { before: text.slice(0, at), choices: inside.choices, after: text.slice(inside.end + 1) };
  }
  return undefined;
}

function choicesFrom(
  text: string,
  open: number,
): { readonly end: number; readonly choices: readonly string[] | undefined } | undefined {
  const commas: number[] = [];
  let depth = 0;
  for (let at = open + 1; at < text.length; at = skipOne(text, at)) {
    if (text[at] === "{") depth++;
    else if (text[at] === "," && depth === 0) commas.push(at);
    else if (text[at] === "}" && depth-- === 0) {
      if (commas.length > 0) return { end: at, choices: pieces(text, [open, ...commas, at]) };
      const range = RANGE.exec(text.slice(open + 1, at));
      return range === null ? undefined : { end: at, choices: rangeOf(range) };
    }
  }
  return undefined;
}

function pieces(text: string, marks: readonly number[]): readonly string[] {
  return marks.slice(1).map((mark, index) => text.slice((marks[index] ?? 0) + 1, mark));
}

const RANGE = /^(?:(-?\d{1,9})\.\.(-?\d{1,9})|([a-zA-Z])\.\.([a-zA-Z]))(?:\.\.(-?\d{1,9}))?$/;

function rangeOf([, low, high, first, last, by]: RegExpExecArray): readonly string[] | undefined {
  const [start, end] = [bound(low, first), bound(high, last)];
  const step = Math.max(1, Math.abs(Number(by ?? 1)));
  const count = Math.floor(Math.abs(end - start) / step) + 1;
  if (count > MOST_WORDS) return undefined;
  const isPadded = /^-?0\d/.test(low ?? "") || /^-?0\d/.test(high ?? "");
  const width = isPadded ? Math.max(low?.length ?? 0, high?.length ?? 0) : 0;
  return Array.from({ length: count }, (_, index) => {
    const value = start + (end < start ? -index : index) * step;
    return low === undefined ? String.fromCodePoint(value) : String(value).padStart(width, "0");
  });
}

function bound(number: string | undefined, letter: string | undefined): number {
  return number === undefined ? (letter?.codePointAt(0) ?? 0) : Number(number);
}

/** Steps over one character, or over a whole quoted part or expansion. */
function skipOne(text: string, at: number): number {
  switch (text.charAt(at)) {
    case "\\":
      return at + 2;
    case "'":
    case '"':
    case "`":
      return closing(text, at);
    case "$":
      if (text[at + 1] === "{") return balanced(text, at + 1, "{", "}");
      return text[at + 1] === "(" ? balanced(text, at + 1, "(", ")") : at + 1;
    default:
      return at + 1;
  }
}

function closing(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    if (text[at] === "\\" && text[open] !== "'") at++;
    else if (text[at] === text[open]) return at + 1;
  }
  return text.length;
}

function balanced(text: string, open: number, left: string, right: string): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "'" || character === '"') at = closing(text, at) - 1;
    else if (character === left) depth++;
    else if (character === right && --depth === 0) return at + 1;
  }
  return text.length;
}
