import { createUtf16Codec } from "./utf16-codec.ts";

const SAMPLE_BYTES = 4096;
const FEWEST_BYTES = 4;
/** The share of characters below U+0100 that text with spaces, digits and line ends always reaches. */
const PLAIN_SHARE = 0.3;

/** Recognises UTF-16 without a byte order mark by the zero bytes that plain characters leave on one side. */
export function looksLikeUtf16(
  bytes: Uint8Array,
  options: { readonly complete: boolean },
): "utf-16le" | "utf-16be" | undefined {
  const isWhole = options.complete && bytes.length <= SAMPLE_BYTES;
  if (bytes.length < FEWEST_BYTES || (isWhole && bytes.length % 2 === 1)) return undefined;
  const sample = bytes.subarray(0, Math.min(SAMPLE_BYTES, bytes.length - (bytes.length % 2)));
  const zeros = [0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0) zeros[at % 2]!++;
  });
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < (sample.length / 2) * PLAIN_SHARE) return undefined;
  const name = odd > even ? "utf-16le" : "utf-16be";
  return isReadable(createUtf16Codec(name).decode(sample)) ? name : undefined;
}

function isReadable(text: string): boolean {
  const isCutAtEnd = text.endsWith("\uFFFD");
  return !/[^\P{Cc}\t\n\r\f\v\b]|\uFFFD/u.test(isCutAtEnd ? text.slice(0, -1) : text);
}
