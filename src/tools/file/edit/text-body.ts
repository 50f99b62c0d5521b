import { countNewlines, type NewlineUnit } from "../read/newlines.ts";
import type { TextFile } from "../text-file.ts";
import { createTextMap, type TextMap } from "../text/create-text-map.ts";
import type { TextCodec } from "../text/text-codec.ts";

/** The text of a file without its byte order mark; every offset counts from the mark's end. */
export interface TextBody {
  readonly bytes: Uint8Array;
  readonly codec: TextCodec;
  readonly newline: NewlineUnit;
  /** Decodes everything, the first time it is asked for. */
  map(): TextMap;
}

/** Opens the text of a file for matching. */
export function textBodyOf(file: TextFile): TextBody {
  const { codec } = file;
  const bytes = file.bytes.subarray(file.encoding.bomBytes);
  let map: TextMap | undefined;
  return { bytes, codec, newline: newlineUnitOf(codec), map: () => (map ??= createTextMap(bytes, codec)) };
}

/** The line numbers, counted from 1, of offsets in ascending order. */
export function linesAt(body: TextBody, offsets: readonly number[]): number[] {
  let line = 1;
  let from = 0;
  return offsets.map((offset) => {
    line += countNewlines(body.bytes.subarray(from, offset), body.newline);
    from = offset;
    return line;
  });
}

function newlineUnitOf({ name }: TextCodec): NewlineUnit {
  if (name === "utf-16le") return "utf16le";
  return name === "utf-16be" ? "utf16be" : "byte";
}
