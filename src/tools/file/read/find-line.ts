import type { FsFile } from "../../../kernel/index.ts";
import { blocksFrom } from "./blocks.ts";
import { afterNthNewline, countNewlines, newlineWidth, type NewlineUnit } from "./newlines.ts";

/** Where a line begins, or how many lines there are when there is no such line. */
export type FoundLine =
  | { readonly kind: "found"; readonly position: number }
  | { readonly kind: "past-end"; readonly lines: number };

/** Finds where a line (counted from 1) begins, reading no further than that. */
export async function findLine(
  file: FsFile,
  number: number,
  unit: NewlineUnit,
  cancel: AbortSignal,
): Promise<FoundLine> {
  let missing = number - 1;
  if (missing === 0 && file.size > 0) return { kind: "found", position: 0 };
  let last: Uint8Array = new Uint8Array();
  let end = 0;
  for await (const { position, bytes } of blocksFrom(file, 0, cancel)) {
    const held = countNewlines(bytes, unit);
    if (held >= missing) {
      const start = position + afterNthNewline(bytes, missing, unit);
      if (start < file.size) return { kind: "found", position: start };
    }
    missing -= held;
    last = bytes;
    end = position + bytes.length;
  }
  const counted = number - 1 - missing;
  return { kind: "past-end", lines: counted + (end === 0 || endsWithNewline(last, unit) ? 0 : 1) };
}

/** Counts the lines between two places, the first of which begins a line. */
export async function countLines(
  file: FsFile,
  from: number,
  to: number,
  unit: NewlineUnit,
  cancel: AbortSignal,
): Promise<number> {
  let lines = 0;
  for await (const { position, bytes } of blocksFrom(file, from, cancel)) {
    const part = bytes.subarray(0, Math.max(0, to - position));
    lines += countNewlines(part, unit);
    if (position + bytes.length < to) continue;
    return lines + (part.length === 0 || endsWithNewline(part, unit) ? 0 : 1);
  }
  return lines;
}

/** Tells whether bytes end with a line feed. */
export function endsWithNewline(bytes: Uint8Array, unit: NewlineUnit): boolean {
  const width = newlineWidth(unit);
  if (bytes.length < width || bytes.length % width !== 0) return false;
  return countNewlines(bytes.subarray(bytes.length - width), unit) === 1;
}
