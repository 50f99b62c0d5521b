import type { TextCodec, TextPlace } from "./text-codec.ts";
import { UnencodableTextError } from "./unencodable-text-error.ts";
import { utf8SizeAt } from "./utf8-size-at.ts";

/** UTF-8, where every run of bytes that is no character reads as one U+FFFD (the WHATWG rule). */
export const utf8Codec: TextCodec = {
  name: "utf-8",
  decode: (bytes) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
  encode: (text) => {
    const lone = text.search(/\p{Surrogate}/u);
    if (lone !== -1) throw new UnencodableTextError("utf-8", text, lone);
    return Buffer.from(text, "utf8");
  },
  walk: walkUtf8,
};

function walkUtf8(bytes: Uint8Array, from: TextPlace, index: number): TextPlace {
  let byte = from.byte;
  let at = from.index;
  while (at < index && byte < bytes.length) {
    if (bytes[byte]! < 0x80) {
      byte++;
      at++;
      continue;
    }
    const size = utf8SizeAt(bytes, byte);
    const units = size === 4 ? 2 : 1;
    if (at + units > index) break;
    byte += Math.abs(size);
    at += units;
  }
  return { byte, index: at };
}
