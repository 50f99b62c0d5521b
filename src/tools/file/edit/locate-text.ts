import { type ByteSpan, findText } from "../text/find-text.ts";
import type { WantedEdit } from "./edit-input.ts";
import { findIgnoringWhitespace, type TextSpan } from "./find-ignoring-whitespace.ts";
import { differOnlyInEndings } from "./keep-line-endings.ts";
import type { TextBody } from "./text-body.ts";

/** Where a wanted text stands, in file order, and whether whitespace had to be ignored to find it. */
export interface Located {
  readonly spans: readonly ByteSpan[];
  readonly loosely: boolean;
}

/** Beyond this many, places that only match loosely are no longer counted. */
const MOST_LOOSE = 1000;

/** Finds a text: as it is spelled, with either line ending; failing that, with whitespace runs counted as one. */
export function locateText(body: TextBody, edit: WantedEdit): Located {
  const spans = findAsSpelled(body, edit);
  if (spans.length > 0) return { spans, loosely: false };
  return { spans: findLoosely(body, edit.oldText), loosely: true };
}

function findAsSpelled(body: TextBody, edit: WantedEdit): ByteSpan[] {
  const found = spellingsOf(edit).flatMap((spelling) => findText(body.bytes, spelling, body.codec));
  const whole = /^\r?\n/.test(edit.oldText) ? found.map((span) => withWholeBreak(body, span)) : found;
  const spans = whole.toSorted((a, b) => a.start - b.start);
  if (edit.replaceAll) return withoutOverlaps(spans, ({ end }) => end);
  const places = withoutOverlaps(spans, ({ start }) => start + 1);
  const [only] = places;
  return only !== undefined && places.length === 1 ? [only, ...beginningInside(body, only)] : places;
}

/** A line feed in the wanted text stands for any line end, unless line ends are what is to be changed. */
function spellingsOf({ oldText, newText }: WantedEdit): string[] {
  if (!/[\r\n]/.test(oldText) || differOnlyInEndings(oldText, newText)) return [oldText];
  return [...new Set([oldText.replaceAll("\r\n", "\n"), oldText.replaceAll(/\r?\n/g, "\r\n")])];
}

/** Keeps the spans that begin where the one kept before them no longer reserves the place. */
function withoutOverlaps(spans: readonly ByteSpan[], freeFrom: (span: ByteSpan) => number): ByteSpan[] {
  let free = 0;
  return spans.filter((span) => {
    const kept = span.start >= free;
    if (kept) free = freeFrom(span);
    return kept;
  });
}

/** A match that begins with the second half of CRLF takes the first half along. */
function withWholeBreak({ bytes, codec }: TextBody, span: ByteSpan): ByteSpan {
  const cr = codec.encode("\r");
  const before = span.start - cr.length;
  const splitsBreak =
    before >= 0 && spells(bytes, before, cr) && spells(bytes, span.start, codec.encode("\n"));
  return splitsBreak ? { ...span, start: before } : span;
}

function spells(bytes: Uint8Array, at: number, word: Uint8Array): boolean {
  return word.every((byte, index) => bytes[at + index] === byte);
}

/** A text such as `}\n}\n` can begin again before its first match has ended, which is no less ambiguous. */
function beginningInside({ bytes, codec }: TextBody, { start, end }: ByteSpan): ByteSpan[] {
  const matched = codec.decode(bytes.subarray(start, end));
  const firstUnits = String.fromCodePoint(matched.codePointAt(0)!).length;
  const second = codec.walk(bytes, { byte: start, index: 0 }, firstUnits).byte;
  const window = bytes.subarray(second, end + end - second);
  return findText(window, matched, codec).map((span) => ({
    start: span.start + second,
    end: span.end + second,
  }));
}

function findLoosely(body: TextBody, oldText: string): ByteSpan[] {
  const { text, byteAt } = body.map();
  return findIgnoringWhitespace(text, oldText, MOST_LOOSE)
    .filter((span) => isWhole(body, span))
    .map(({ start, end }) => ({ start: byteAt(start), end: byteAt(end) }));
}

/** Broken bytes read as U+FFFD; a match over them would lose what they really are. */
function isWhole(body: TextBody, { start, end }: TextSpan): boolean {
  const { text, byteAt } = body.map();
  const matched = text.slice(start, end);
  if (!matched.includes("\uFFFD")) return true;
  const spelling = body.codec.encode(matched);
  return byteAt(end) - byteAt(start) === spelling.length && spells(body.bytes, byteAt(start), spelling);
}
