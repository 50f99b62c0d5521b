import type { ContentQuery, LineFinding } from "../../../kernel/index.ts";
import { cutLine } from "../cut-line.ts";
import type { LinePiece } from "./line-pieces.ts";
import type { TextMatches } from "./match-text.ts";

/** Picks matching lines and their surroundings out of the pieces of one file, in order. */
export interface LinePicker {
  pick(piece: LinePiece, matches: TextMatches): Generator<LineFinding>;
}

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/** Makes a picker; lines that surround two matches are picked once. */
export function createLinePicker(query: ContentQuery, path: string): LinePicker {
  const { before = 0, after = 0, maxLineBytes = Number.POSITIVE_INFINITY } = query;
  let line = 0;
  let lastPicked = 0;
  let owed = 0;
  let waiting: LineFinding[] = [];

  return {
    *pick(piece, { lines, columns }) {
      let matched = 0;
      let index = 0;
      for (let start = 0; start < piece.bytes.length; index += 1) {
        const end = endOfLine(piece.bytes, start);
        if (index > 0 || !piece.isContinued) line += 1;
        const isMatch = lines[matched] === index;
        const finding = (): LineFinding => {
          const bytes = withoutReturn(piece.bytes.subarray(start, end));
          const column = isMatch ? (columns[matched] ?? 0) : 0;
          const shown = cutLine(bytes, byteColumn(bytes, column, maxLineBytes), maxLineBytes);
          const isRest = index === 0 && piece.isContinued && !shown.text.startsWith("…");
          const whole = isRest ? { text: `…${shown.text}`, isCut: true } : shown;
          return { kind: "line", path, line, isMatch, offset: piece.offset + start, ...whole };
        };
        if (line === lastPicked) {
          // The rest of a line that was broken in two and is already there.
        } else if (isMatch) {
          yield* waiting;
          yield finding();
          waiting = [];
          owed = after;
          lastPicked = line;
        } else if (owed > 0) {
          yield finding();
          owed -= 1;
          lastPicked = line;
        } else if (before > 0) {
          waiting.push(finding());
          if (waiting.length > before) waiting.shift();
        }
        if (isMatch) matched += 1;
        start = end + 1;
      }
    },
  };
}

function endOfLine(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(NEWLINE, from);
  return end < 0 ? bytes.length : end;
}

function withoutReturn(line: Buffer): Buffer {
  return line.at(-1) === CARRIAGE_RETURN ? line.subarray(0, -1) : line;
}

/** Only lines that will be cut need to know where their match is in bytes. */
function byteColumn(line: Buffer, column: number, maxLineBytes: number): number {
  if (line.length <= maxLineBytes) return 0;
  return Buffer.byteLength(line.toString("utf8").slice(0, column));
}
