import type * as iconv from "iconv-lite";
import type { TextEncodingName } from "./text-encoding.ts";
import { UnencodableTextError } from "./unencodable-text-error.ts";

/** What is used of the library that holds the tables of legacy encodings. */
export type EncodingTables = Pick<typeof iconv, "decode" | "encode">;

/** Encodes text so that decoding gives the same text back, or says which character prevents it. */
export function encodeExactly(text: string, name: TextEncodingName, tables: EncodingTables): Uint8Array {
  const bytes = tables.encode(text, name, { addBOM: false });
  const back = tables.decode(bytes, name, { stripBOM: false });
  if (back !== text) throw new UnencodableTextError(name, text, firstDifference(text, back));
  return bytes;
}

function firstDifference(text: string, back: string): number {
  let index = 0;
  while (text[index] === back[index]) index++;
  const isInsidePair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]/.test(text.slice(Math.max(0, index - 1), index + 1));
  return isInsidePair ? index - 1 : index;
}
