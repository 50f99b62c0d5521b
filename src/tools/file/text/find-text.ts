import { createTextMap } from "./create-text-map.ts";
import type { TextCodec } from "./text-codec.ts";
import { UnencodableTextError } from "./unencodable-text-error.ts";

/** A half-open range of byte offsets. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds every non-overlapping place where the bytes spell `needle`, from the start on. A U+FFFD in the needle
 * never stands for broken bytes, so no replacement can lose them.
 */
export function findText(haystack: Uint8Array, needle: string, codec: TextCodec): ByteSpan[] {
  if (needle === "") return [];
  if (codec.name === "utf-8") return findBytes(haystack, needle, codec, 1);
  if (codec.name === "utf-16le" || codec.name === "utf-16be") return findBytes(haystack, needle, codec, 2);
  return findDecoded(haystack, needle, codec);
}

/** Unicode encodings spell a text in one way only and never start a character inside another one. */
function findBytes(haystack: Uint8Array, needle: string, codec: TextCodec, alignment: number): ByteSpan[] {
  const pattern = tryEncode(needle, codec);
  if (pattern === undefined) return [];
  const bytes = Buffer.from(haystack.buffer, haystack.byteOffset, haystack.byteLength);
  const spans: ByteSpan[] = [];
  let start = bytes.indexOf(pattern);
  while (start !== -1) {
    const isAligned = start % alignment === 0;
    if (isAligned) spans.push({ start, end: start + pattern.length });
    start = bytes.indexOf(pattern, isAligned ? start + pattern.length : start + 1);
  }
  return spans;
}

/** Legacy encodings may spell one character in several ways, and half of one may look like another. */
function findDecoded(haystack: Uint8Array, needle: string, codec: TextCodec): ByteSpan[] {
  if (needle.includes("\uFFFD")) return [];
  const { text, byteAt } = createTextMap(haystack, codec);
  const spans: ByteSpan[] = [];
  let index = text.indexOf(needle);
  while (index !== -1) {
    const span = { start: byteAt(index), end: byteAt(index + needle.length) };
    const isWhole = codec.decode(haystack.subarray(span.start, span.end)) === needle;
    if (isWhole) spans.push(span);
    index = text.indexOf(needle, isWhole ? index + needle.length : index + 1);
  }
  return spans;
}

function tryEncode(text: string, codec: TextCodec): Uint8Array | undefined {
  try {
    return codec.encode(text);
  } catch (error) {
    if (error instanceof UnencodableTextError) return undefined;
    throw error;
  }
}
