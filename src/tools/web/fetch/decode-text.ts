import { TextDecoder } from "node:util";
import type { TextEncodingInfo } from "../../file/text/text-encoding.ts";
import { utf8Health } from "../../file/text/utf8-health.ts";
import { charsetOf } from "./content-type.ts";

/** What is known about the text of an answer before it is read. */
export interface TextClues {
  readonly contentType: string;
  /** What the bytes themselves look like. */
  readonly sniffed: TextEncodingInfo;
  readonly isCut: boolean;
}

/** Reads the bytes of an answer as text: by byte order mark, header, the page's own word, or by the looks of them. */
export function decodeText(bytes: Uint8Array, { contentType, sniffed, isCut }: TextClues): string {
  const declared = decoderFor(charsetOf(contentType)) ?? decoderFor(charsetInside(bytes));
  const isTold =
    declared !== undefined && sniffed.bomBytes === 0 && !isLie(declared.encoding, sniffed.name, bytes, isCut);
  const decoder = isTold ? declared : new TextDecoder(sniffed.name);
  // A character that was cut in two is left out.
  return decoder.decode(bytes, { stream: isCut });
}

function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label);
  } catch {
    return undefined;
  }
}

const HEAD_BYTES = 4096;
const META = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w:.-]+)/i;
const XML = /^\s*<\?xml\b[^>]{0,200}?\bencoding\s*=\s*["']([\w:.-]+)/i;

/** What a page says of itself near its beginning. */
function charsetInside(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString("latin1");
  return (XML.exec(head) ?? META.exec(head))?.[1];
}

/** Servers name a charset by habit: the bytes know better when they cannot be what was named, or can only be UTF-8. */
function isLie(declared: string, sniffed: string, bytes: Uint8Array, isCut: boolean): boolean {
  if (declared.startsWith("utf-16")) {
    return !bytes.includes(0) || (sniffed.startsWith("utf-16") && sniffed !== declared);
  }
  const health = utf8Health(bytes, { complete: !isCut });
  if (declared === "utf-8") return health === "foreign";
  return health === "valid" && bytes.some((byte) => byte >= 0x80);
}
