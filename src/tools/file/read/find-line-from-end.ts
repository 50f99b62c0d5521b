import type { FsFile } from "../../../kernel/index.ts";
import { BLOCK_BYTES } from "./blocks.ts";
import { endsWithNewline } from "./find-line.ts";
import { afterNthNewline, countNewlines, type NewlineUnit } from "./newlines.ts";

/** Finds where the nth line from the end begins, reading backwards; the first line when there are fewer. */
export async function findLineFromEnd(
  file: FsFile,
  nth: number,
  unit: NewlineUnit,
  cancel: AbortSignal,
): Promise<number> {
  let missing = nth;
  for (let end = file.size; end > 0;) {
    cancel.throwIfAborted();
    const start = blockStartBefore(end);
    const bytes = await file.read(start, end - start);
    // The line feed that ends the file does not begin another line.
    if (end === file.size && endsWithNewline(bytes, unit)) missing += 1;
    const held = countNewlines(bytes, unit);
    if (held >= missing) return start + afterNthNewline(bytes, held - missing + 1, unit);
    missing -= held;
    end = start;
  }
  return 0;
}

/** Blocks begin at multiples of their size, so that they never split a UTF-16 character. */
function blockStartBefore(end: number): number {
  return Math.floor((end - 1) / BLOCK_BYTES) * BLOCK_BYTES;
}
