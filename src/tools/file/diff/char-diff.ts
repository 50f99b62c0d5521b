import { compareSequences } from "./compare-sequences.ts";
import { showPieces, type Piece } from "./show-pieces.ts";
import { splitLines } from "./split-lines.ts";

/** Where the found text lies, so that its lines can be named. */
export interface CharDiffOptions {
  /** The line number of the first line of `found`. */
  readonly firstLine?: number;
}

const MAX_ROWS = 12;
/** Of a longer line only this much is compared, from shortly before the first difference. */
const MAX_WINDOW = 400;
const WINDOW_LEAD = 40;
/** Equal stretches shorter than this between two differences are read as part of the difference. */
const SHORTEST_KEEP = 3;

/**
 * Tells two short texts apart line by line and character by character: `[-…-]` holds what only the expected
 * text has, `{+…+}` what only the found one has, blanks made visible; equal texts give "".
 */
export function charDiff(expected: string, found: string, options: CharDiffOptions = {}): string {
  const rows = rowsOf(splitLines(expected), splitLines(found), options.firstLine ?? 1);
  const shown = rows.slice(0, MAX_ROWS).map(renderRow);
  const hidden = rows.length - shown.length;
  if (hidden > 0) shown.push(`… and ${hidden} more differing line(s)`);
  return shown.join("\n");
}

/** Two lines that stand in each other's place, or one without a counterpart. */
interface Row {
  readonly line: number;
  readonly expected: string | undefined;
  readonly found: string | undefined;
}

function rowsOf(expected: readonly string[], found: readonly string[], firstLine: number): Row[] {
  return compareSequences(expected, found).flatMap((range) => {
    const wanted = expected.slice(range.beforeStart, range.beforeEnd);
    const present = found.slice(range.afterStart, range.afterEnd);
    return Array.from({ length: Math.max(wanted.length, present.length) }, (_, row) => ({
      line: firstLine + range.afterStart + Math.min(row, present.length),
      expected: wanted[row],
      found: present[row],
    }));
  });
}

function renderRow({ line, expected, found }: Row): string {
  const shown = showPieces(piecesOf(expected ?? "", found ?? ""));
  const place = found === undefined ? `before line ${line}:` : `line ${line}:`;
  const wanted = expected === undefined ? "(no such line)" : shown.expected;
  const present = found === undefined ? "(no such line)" : shown.found;
  return `${place}\n  expected: ${wanted}\n  found:    ${present}`;
}

/** Cuts two lines into stretches that are equal and stretches that differ. */
function piecesOf(expected: string, found: string): Piece[] {
  const start = windowStart(expected, found);
  const a = graphemesOf(expected, start);
  const b = graphemesOf(found, start);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of compareSequences(a, b)) {
    const kept = a.slice(at, beforeStart);
    if (kept.length > 0) pieces.push({ expected: kept, found: kept, equal: true });
    pieces.push({
      expected: a.slice(beforeStart, beforeEnd),
      found: b.slice(afterStart, afterEnd),
      equal: false,
    });
    at = beforeEnd;
  }
  const rest = a.slice(at);
  if (rest.length > 0) pieces.push({ expected: rest, found: rest, equal: true });
  return joinSplinters(pieces);
}

function windowStart(a: string, b: string): number {
  if (a.length <= MAX_WINDOW && b.length <= MAX_WINDOW) return 0;
  let same = 0;
  while (same < a.length && a[same] === b[same]) same++;
  const start = Math.max(0, same - WINDOW_LEAD);
  return isLowSurrogate(a, start) ? start - 1 : start;
}

function graphemesOf(line: string, start: number): string[] {
  const cut = start + MAX_WINDOW;
  const end = isLowSurrogate(line, cut) ? cut - 1 : cut;
  const segments = new Intl.Segmenter("und", { granularity: "grapheme" }).segment(line.slice(start, end));
  const graphemes = Array.from(segments, ({ segment }) => segment);
  if (start > 0) graphemes.unshift("…");
  if (end < line.length) graphemes.push("…");
  return graphemes;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function joinSplinters(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  pieces.forEach((piece, index) => {
    const isInside = index > 0 && index < pieces.length - 1;
    const equal = piece.equal && !(isInside && piece.expected.length < SHORTEST_KEEP);
    const last = joined.at(-1);
    if (last === undefined || last.equal || equal) joined.push({ ...piece, equal });
    else
      joined.splice(-1, 1, {
        expected: [...last.expected, ...piece.expected],
        found: [...last.found, ...piece.found],
        equal,
      });
  });
  return joined;
}
