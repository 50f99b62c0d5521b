import { byteOrderMarkOf, detectEncoding, type SampleOptions } from "./detect-encoding.ts";
import { looksLikeUtf16 } from "./looks-like-utf16.ts";
import { magicOf, type Magic } from "./magic-of.ts";
import type { TextEncodingInfo } from "./text-encoding.ts";
import { utf8Health } from "./utf8-health.ts";

/** What a file holds, judged by its bytes and never by its name. */
export type Sniff = { readonly kind: "text"; readonly encoding: TextEncodingInfo } | Magic;

const NUL_WINDOW = 4096;
/** Text in a legacy encoding has hardly any control characters; compressed data has one in ten. */
const CONTROL_SHARE = 0.03;

/** Tells text from images, PDFs and other binaries by the first bytes of a file, or by all of them. */
export async function sniff(bytes: Uint8Array, options: SampleOptions): Promise<Sniff> {
  const magic = magicOf(bytes) ?? binaryReason(bytes, options);
  return magic ?? { kind: "text", encoding: await detectEncoding(bytes, options) };
}

function binaryReason(bytes: Uint8Array, options: SampleOptions): Magic | undefined {
  if (isUtf32(bytes)) return { kind: "binary", what: "UTF-32 text" };
  if (byteOrderMarkOf(bytes) || looksLikeUtf16(bytes, options)) return undefined;
  const head = bytes.subarray(0, NUL_WINDOW);
  const nul = head.indexOf(0);
  if (nul !== -1) return { kind: "binary", what: `data with a NUL byte at offset ${nul}` };
  if (hasManyControls(head) && utf8Health(bytes, options) === "foreign") {
    return { kind: "binary", what: "data with many control bytes" };
  }
  return undefined;
}

function isUtf32([a, b, c, d]: Uint8Array): boolean {
  return (a === 0xff && b === 0xfe && c === 0 && d === 0) || (a === 0 && b === 0 && c === 0xfe && d === 0xff);
}

function hasManyControls(head: Uint8Array): boolean {
  const controls = head.reduce((sum, byte) => sum + (isControl(byte) ? 1 : 0), 0);
  return controls > head.length * CONTROL_SHARE;
}

/** Bell to carriage return, and escape, do occur in text. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f;
}
