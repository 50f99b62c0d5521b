import { lineEndingOf } from "../text/line-ending-of.ts";
import type { ByteSpan } from "../text/find-text.ts";
import type { TextBody } from "./text-body.ts";

const BREAK = /\r?\n/;
const ANY_BREAK = /\r\n|\n|\r/g;
/** A carriage return at the very end may be half of CRLF. */
const BREAK_INSIDE = /\r\n|\n|\r(?!$)/;

/** Tells whether an edit is about line endings and nothing else. */
export function differOnlyInEndings(oldText: string, newText: string): boolean {
  return oldText.replaceAll(ANY_BREAK, "\n") === newText.replaceAll(ANY_BREAK, "\n");
}

/**
 * Gives the new text the line endings of the place it goes to: lines at either end that stay the same keep
 * theirs, the others take the ending most used there.
 */
export function keepLineEndings(newText: string, oldText: string, body: TextBody, span: ByteSpan): string {
  const newLines = newText.split(BREAK);
  if (newLines.length === 1 || differOnlyInEndings(oldText, newText)) return newText;
  const matched = body.codec.decode(body.bytes.subarray(span.start, span.end));
  const endings = matched.match(ANY_BREAK) ?? [];
  const usual = endings.length > 0 ? lineEndingOf(matched).ending : endingAround(body, span);
  if (usual === undefined) return newText;
  const oldLines = oldText.split(BREAK);
  const head = sameLines(oldLines, newLines);
  const tail = sameLines(oldLines.toReversed(), newLines.toReversed());
  const breaks = newLines.length - 1;
  const endingAfter = (line: number): string => {
    if (line < head) return endings[line] ?? usual;
    return (breaks - line <= tail ? endings[endings.length - (breaks - line)] : undefined) ?? usual;
  };
  return newLines.map((line, index) => (index < breaks ? line + endingAfter(index) : line)).join("");
}

function sameLines(a: readonly string[], b: readonly string[]): number {
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return same;
}

/** How far a line end is looked for around a match that has none inside; near first, since lines are short. */
const REACHES = [256, 64 * 1024];

/** The line end after the match, else the one before it. */
function endingAround({ bytes, codec }: TextBody, { start, end }: ByteSpan): string | undefined {
  for (const reach of REACHES) {
    const after = codec.decode(bytes.subarray(end, end + reach)).match(BREAK_INSIDE)?.[0];
    if (after !== undefined) return after;
  }
  const [, far = 0] = REACHES;
  return codec
    .decode(bytes.subarray(Math.max(0, start - far), start))
    .match(ANY_BREAK)
    ?.at(-1);
}
