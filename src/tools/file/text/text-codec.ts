import type { TextEncodingName } from "./text-encoding.ts";

/** The same place in a text told twice: as a byte offset and as an index into the decoded string. */
export interface TextPlace {
  readonly byte: number;
  readonly index: number;
}

/** One encoding, both ways. Contract: a byte order mark is neither removed by `decode` nor added by `encode`. */
export interface TextCodec {
  readonly name: TextEncodingName;
  /** Gives well-formed text for any bytes; what is no character becomes U+FFFD. */
  readonly decode: (bytes: Uint8Array) => string;
  /** Throws `UnencodableTextError` when a character has no place in the encoding. */
  readonly encode: (text: string) => Uint8Array;
  /** Walks whole characters of `bytes` from a known place up to `index`, or to the start of the character it lies in. */
  readonly walk: (bytes: Uint8Array, from: TextPlace, index: number) => TextPlace;
}
