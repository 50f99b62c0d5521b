import { encodeExactly, type EncodingTables } from "./encode-exactly.ts";
import type { TextCodec, TextPlace } from "./text-codec.ts";
import type { TextEncodingName } from "./text-encoding.ts";

const LONGEST_CHARACTER = 4;

/** An East Asian encoding whose characters take one to four bytes. */
export function createMultiByteCodec(name: TextEncodingName, tables: EncodingTables): TextCodec {
  const decodeRaw = (bytes: Uint8Array): string => tables.decode(bytes, name, { stripBOM: false });
  const sizeAt = createSizes(decodeRaw);
  return {
    name,
    // The tables turn four-byte forms beyond U+10FFFF into stray surrogates.
    decode: (bytes) => decodeRaw(bytes).replaceAll(/\p{Surrogate}/gu, "\uFFFD"),
    encode: (text) => encodeExactly(text, name, tables),
    walk: (bytes, from, index) => walk(bytes, from, index, sizeAt),
  };
}

/** How many bytes the character at a place takes, and how many UTF-16 units it gives. */
interface CharacterSize {
  readonly bytes: number;
  readonly units: number;
}

type SizeAt = (bytes: Uint8Array, at: number) => CharacterSize;

function walk(bytes: Uint8Array, from: TextPlace, index: number, sizeAt: SizeAt): TextPlace {
  let { byte, index: at } = from;
  while (at < index && byte < bytes.length) {
    const size = sizeAt(bytes, byte);
    if (at + size.units > index) break;
    byte += size.bytes;
    at += size.units;
  }
  return { byte, index: at };
}

/** Asks the decoder itself where characters end, so that both always agree; answers are remembered by their first bytes. */
function createSizes(decode: (bytes: Uint8Array) => string): SizeAt {
  const known = new Map<number, CharacterSize>();
  return (bytes, at) => {
    if (bytes[at]! < 0x80) return ONE;
    const pair = bytes[at]! * 256 + (bytes[at + 1] ?? 0);
    const remembered = known.get(pair);
    if (remembered) return remembered;
    const size = measure(bytes.subarray(at, at + LONGEST_CHARACTER), decode);
    if (size.bytes === 2) known.set(pair, size);
    return size;
  };
}

const ONE: CharacterSize = { bytes: 1, units: 1 };

function measure(bytes: Uint8Array, decode: (bytes: Uint8Array) => string): CharacterSize {
  for (let length = 1; length <= bytes.length; length++) {
    const text = decode(bytes.subarray(0, length));
    // A broken character gives U+FFFD for its first byte and then whatever follows;
    // alone it can only stand where a longer one spells it out.
    const isWhole = text[0] !== "\uFFFD" || (length > 1 && text.length === 1);
    if (isWhole) return { bytes: length, units: text.length };
  }
  return ONE;
}
