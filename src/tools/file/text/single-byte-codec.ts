import { encodeExactly, type EncodingTables } from "./encode-exactly.ts";
import type { TextCodec } from "./text-codec.ts";
import type { TextEncodingName } from "./text-encoding.ts";

/** An encoding with one byte for every character. */
export function createSingleByteCodec(name: TextEncodingName, tables: EncodingTables): TextCodec {
  return {
    name,
    decode: (bytes) => tables.decode(bytes, name, { stripBOM: false }),
    encode: (text) => encodeExactly(text, name, tables),
    walk: (bytes, from, index) => {
      const end = Math.min(index, from.index + bytes.length - from.byte);
      return { byte: from.byte + end - from.index, index: end };
    },
  };
}
