import type { TextCodec } from "./text-codec.ts";
import { UnencodableTextError } from "./unencodable-text-error.ts";

/** UTF-16 in either byte order; half a surrogate pair and an odd last byte read as U+FFFD. */
export function createUtf16Codec(name: "utf-16le" | "utf-16be"): TextCodec {
  const swapped = name === "utf-16be";
  return {
    name,
    decode: (bytes) => {
      const whole = bytes.subarray(0, bytes.length - (bytes.length % 2));
      const units = swapped ? Buffer.from(whole).swap16() : toBuffer(whole);
      const text = units.toString("utf16le").replaceAll(/\p{Surrogate}/gu, "\uFFFD");
      return whole.length < bytes.length ? `${text}\uFFFD` : text;
    },
    encode: (text) => {
      const lone = text.search(/\p{Surrogate}/u);
      if (lone !== -1) throw new UnencodableTextError(name, text, lone);
      const units = Buffer.from(text, "utf16le");
      return swapped ? units.swap16() : units;
    },
    walk: (bytes, from, index) => {
      const byte = Math.min(bytes.length, from.byte + 2 * (index - from.index));
      const splitsPair = isLow(bytes, byte, swapped) && isHigh(bytes, byte - 2, swapped);
      return splitsPair ? { byte: byte - 2, index: index - 1 } : { byte, index };
    },
  };
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function isHigh(bytes: Uint8Array, at: number, swapped: boolean): boolean {
  return ((bytes[swapped ? at : at + 1] ?? 0) & 0xfc) === 0xd8;
}

function isLow(bytes: Uint8Array, at: number, swapped: boolean): boolean {
  return at + 1 < bytes.length && (bytes[swapped ? at : at + 1]! & 0xfc) === 0xdc;
}
