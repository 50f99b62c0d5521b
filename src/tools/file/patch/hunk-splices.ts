import { type Alternative, Fault } from "../../../kernel/index.ts";
import { textBodyOf } from "../edit/text-body.ts";
import type { Splice } from "../splice.ts";
import type { TextFile } from "../text-file.ts";
import type { Hunk } from "./file-patch.ts";
import { type LineSplice, placeHunks } from "./place-hunks.ts";

/** What hunks change in the bytes of a file, and where they could have changed it instead. */
export interface HunkSplices {
  readonly splices: readonly Splice[];
  readonly alternatives: readonly Alternative[];
}

/** Tells what hunks change in the bytes of a file; every byte outside the changed lines stays as it is. */
export function hunkSplices(file: TextFile, hunks: readonly Hunk[]): HunkSplices {
  const body = textBodyOf(file);
  const { text, byteAt } = body.map();
  const { bomBytes } = file.encoding;
  const { lines, splices, alternatives } = placeHunks(file.path, text, hunks);
  const offsets = offsetsOf(lines);
  const changed = splices.flatMap((splice): Splice[] => {
    const [start, end] = [byteAt(offsets[splice.start]!), byteAt(offsets[splice.end]!)];
    const old = lines.slice(splice.start, splice.end).join("");
    if (old === splice.text) return [];
    refuseBrokenBytes(file, splice, old, body.bytes.subarray(start, end));
    return [{ start: bomBytes + start, end: bomBytes + end, bytes: file.codec.encode(splice.text) }];
  });
  if (changed.length === 0) throw changesNothing(file.path);
  return { splices: changed, alternatives };
}

function changesNothing(path: string): Fault {
  return new Fault("tool_error", `The patch changes nothing in ${path}.`, {
    hint: "Leave that file out, or say what is to change.",
  });
}

/** Where each line begins in the text, and where the last one ends. */
function offsetsOf(lines: readonly string[]): number[] {
  let offset = 0;
  return [0, ...lines.map((line) => (offset += line.length))];
}

/** Broken bytes read as U+FFFD; replacing a line that has some would lose what they really are. */
function refuseBrokenBytes(file: TextFile, splice: LineSplice, old: string, bytes: Uint8Array): void {
  if (!splice.text.includes("\uFFFD") || !old.includes("\uFFFD")) return;
  if (Buffer.compare(file.codec.encode(old), bytes) === 0) return;
  throw new Fault(
    "tool_error",
    `Line ${splice.start + 1} of ${file.path} or one below it has bytes that are not ${file.codec.name}; a patch cannot write them again. Nothing was changed.`,
    { hint: "Change only lines without the sign U+FFFD." },
  );
}
