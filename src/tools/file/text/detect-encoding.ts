import { guessLegacyEncoding } from "./guess-legacy-encoding.ts";
import { looksLikeUtf16 } from "./looks-like-utf16.ts";
import type { TextEncodingInfo } from "./text-encoding.ts";
import { utf8Health } from "./utf8-health.ts";

/** Whether the bytes are a whole file or only its beginning. */
export interface SampleOptions {
  readonly complete: boolean;
}

/** Tells the encoding of bytes that are text; Unicode wins wherever it fits. */
export async function detectEncoding(bytes: Uint8Array, options: SampleOptions): Promise<TextEncodingInfo> {
  const marked = byteOrderMarkOf(bytes);
  if (marked) return marked;
  const utf16 = looksLikeUtf16(bytes, options);
  if (utf16) return { name: utf16, bomBytes: 0, confident: true };
  const health = utf8Health(bytes, options);
  if (health === "foreign") {
    return { name: await guessLegacyEncoding(bytes, options), bomBytes: 0, confident: false };
  }
  const sawEnough = options.complete || bytes.some((byte) => byte >= 0x80);
  return { name: "utf-8", bomBytes: 0, confident: health === "valid" && sawEnough };
}

/** Reads a byte order mark, if there is one. */
export function byteOrderMarkOf(bytes: Uint8Array): TextEncodingInfo | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return { name: "utf-8", bomBytes: 3, confident: true };
  }
  if (first === 0xff && second === 0xfe) return { name: "utf-16le", bomBytes: 2, confident: true };
  if (first === 0xfe && second === 0xff) return { name: "utf-16be", bomBytes: 2, confident: true };
  return undefined;
}
