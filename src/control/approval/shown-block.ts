import { visible } from "../policy/visible.ts";

/** Sets a text behind a gutter, long lines broken and the middle of long texts left out and said so. */
export function shownBlock(text: string): string[] {
  const rows = text.length <= MOST_EXAMINED ? rowsOf(text) : undefined;
  if (rows !== undefined && rows.length <= MOST_ROWS) return rows;
  // Beyond that only the two ends are looked at, however long the text is.
  const head = (rows ?? rowsOf(text.slice(0, MOST_EXAMINED / 2))).slice(0, HEAD_ROWS);
  const tail = (rows ?? rowsOf(text.slice(-MOST_EXAMINED / 2))).slice(-TAIL_ROWS);
  return [...head, `    … the middle of these ${text.length} characters is not shown …`, ...tail];
}

const HEAD_ROWS = 60;
const TAIL_ROWS = 20;
const MOST_ROWS = HEAD_ROWS + TAIL_ROWS;
const MOST_EXAMINED = 64 * 1024;

/** Narrow enough that a terminal breaks no line by itself: what it puts on a new line would have no gutter. */
const COLUMNS = 72;

const TAB = "→   ";

function rowsOf(text: string): string[] {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  return lines.flatMap((line) =>
    piecesOf(visible(line.replaceAll("\t", TAB))).map((piece, at) => `    ${at === 0 ? "│" : "┆"} ${piece}`),
  );
}

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  let columns = 0;
  for (const character of line) {
    const width = widthOf(character);
    if (columns + width > COLUMNS) {
      pieces.push(piece);
      piece = "";
      columns = 0;
    }
    piece += character;
    columns += width;
  }
  return [...pieces, piece];
}

/** Generous: from here on characters may take two columns. */
const FIRST_WIDE = 0x1100;

function widthOf(character: string): number {
  return (character.codePointAt(0) ?? 0) < FIRST_WIDE ? 1 : 2;
}
