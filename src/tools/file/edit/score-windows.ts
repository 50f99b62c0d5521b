/** A stretch of whole lines, or a piece of a very long one. */
export interface Window {
  readonly start: number;
  readonly end: number;
  /** The number of its first line, counted from 1. */
  readonly line: number;
  /** From 0 for no word in common to 1 for all of them. */
  readonly score: number;
}

const MOST_WINDOWS = 5;

/** Picks the few stretches of a text, as long as the wanted one, that share most of its words. */
export function scoreWindows(text: string, wanted: string): Window[] {
  const rows = rowsOf(text);
  const height = rowsOf(wanted).length;
  const vocabulary = new Set(wanted.match(WORDS));
  const total = weigh(wanted.match(WORDS) ?? []);
  const weights = rows.map(({ start, end }) => weighRow(text.slice(start, end), vocabulary));
  const best: Scored[] = [];
  let shared = 0;
  let all = 0;
  weights.forEach((row, index) => {
    const leaving = weights[index - height];
    shared += row.shared - (leaving?.shared ?? 0);
    all += row.all - (leaving?.all ?? 0);
    const score = (2 * Math.min(shared, total)) / (all + total);
    const isCandidate = best.length < MOST_WINDOWS || score > best.at(-1)!.score;
    if (score > 0 && isCandidate) insert(best, { at: Math.max(0, index - height + 1), score }, height);
  });
  return best.map(({ at, score }) => ({ ...placeOf(rows, at, height), score }));
}

/** A window by the row it begins with. */
interface Scored {
  readonly at: number;
  readonly score: number;
}

/** Words, the parts of joined ones such as camelCase, and single signs. */
const WORDS = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^\sA-Za-z\d]/g;

/** A line longer than this is looked at piece by piece. */
const LONGEST_ROW = 1000;

interface Row {
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

function rowsOf(text: string): Row[] {
  const rows: Row[] = [];
  let start = 0;
  for (let line = 1; start < text.length; line++) {
    const next = text.indexOf("\n", start);
    const end = next === -1 ? text.length : next + 1;
    for (; start < end; start = rows.at(-1)!.end) {
      rows.push({ start, end: Math.min(end, start + LONGEST_ROW), line });
    }
  }
  return rows;
}

interface Weight {
  readonly shared: number;
  readonly all: number;
}

function weighRow(row: string, vocabulary: ReadonlySet<string>): Weight {
  const words = row.match(WORDS) ?? [];
  return { shared: weigh(words.filter((word) => vocabulary.has(word))), all: weigh(words) };
}

function weigh(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0);
}

/** Of windows that overlap only the better one stays, so that the few places are really different ones. */
function insert(best: Scored[], candidate: Scored, height: number): void {
  const rival = best.findIndex(({ at }) => Math.abs(at - candidate.at) < height);
  if (rival !== -1) {
    if (best[rival]!.score >= candidate.score) return;
    best.splice(rival, 1);
  }
  best.push(candidate);
  best.sort((a, b) => b.score - a.score);
  best.length = Math.min(best.length, MOST_WINDOWS);
}

function placeOf(rows: readonly Row[], at: number, height: number): Omit<Window, "score"> {
  const first = rows[at]!;
  const last = rows[Math.min(rows.length, at + height) - 1]!;
  return { start: first.start, end: last.end, line: first.line };
}
