import type { FsFile } from "../../../kernel/index.ts";
import { blocksFrom } from "./blocks.ts";
import { newlineWidth, nextNewline, type NewlineUnit } from "./newlines.ts";

/** One line as it stands in the file. */
export interface RawLine {
  /** Where the line begins. */
  readonly start: number;
  /** How long it is, its line feed included. */
  readonly length: number;
  /** Its bytes, or only the first of them when it is longer than anybody wants to see. */
  readonly bytes: Uint8Array;
}

/** What reading lines needs beside the file. */
export interface RawLineOptions {
  readonly unit: NewlineUnit;
  /** How many bytes of a line are kept; the rest is only measured. */
  readonly keep: number;
  readonly cancel: AbortSignal;
}

/** Reads lines one after the other from the beginning of one, in bounded memory however long they are. */
export async function* rawLinesFrom(
  file: FsFile,
  position: number,
  { unit, keep, cancel }: RawLineOptions,
): AsyncGenerator<RawLine, void, void> {
  const width = newlineWidth(unit);
  let line = emptyLineAt(position);
  for await (const { bytes } of blocksFrom(file, position, cancel)) {
    for (let at = 0; at < bytes.length;) {
      const newline = nextNewline(bytes, at, unit);
      const end = newline === -1 ? bytes.length : newline + width;
      line = lengthened(line, bytes.subarray(at, end), keep);
      at = end;
      if (newline === -1) break;
      yield line;
      line = emptyLineAt(line.start + line.length);
    }
  }
  if (line.length > 0) yield line;
}

function emptyLineAt(start: number): RawLine {
  return { start, length: 0, bytes: new Uint8Array() };
}

/** Copies what it keeps, so that a few short lines never hold on to whole blocks. */
function lengthened(line: RawLine, more: Uint8Array, keep: number): RawLine {
  const room = more.subarray(0, Math.max(0, keep - line.bytes.length));
  const bytes = line.length === 0 ? Buffer.from(room) : Buffer.concat([line.bytes, room]);
  return { start: line.start, length: line.length + more.length, bytes };
}
