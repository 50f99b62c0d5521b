import type { FsFile } from "../../../kernel/index.ts";

/** A stretch of whole lines of a file. */
export interface LinePiece {
  readonly bytes: Buffer;
  /** Where it starts in the file, its byte order mark not counted. */
  readonly offset: number;
  /** True when it starts in the middle of the line that the piece before ended in. */
  readonly isContinued: boolean;
}

const PIECE_BYTES = 1024 * 1024;

/** How much of a broken line is read again, so that a match across the break is still seen. */
const OVERLAP_BYTES = 4096;

const NEWLINE = 10;

/** Reads a file in stretches of whole lines; only a line longer than a stretch is broken. */
export async function* linePieces(file: FsFile, start: number): AsyncGenerator<LinePiece> {
  let offset = start;
  let isContinued = false;
  while (offset < file.size) {
    const read = Buffer.from(await file.read(offset, PIECE_BYTES));
    if (read.length === 0) return;
    const isLast = offset + read.length >= file.size;
    const end = isLast ? read.length : read.lastIndexOf(NEWLINE) + 1 || read.length;
    const bytes = read.subarray(0, end);
    yield { bytes, offset: offset - start, isContinued };
    isContinued = bytes.at(-1) !== NEWLINE;
    offset += isContinued && !isLast ? end - OVERLAP_BYTES : end;
  }
}
