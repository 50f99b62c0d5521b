import type { TextCodec, TextPlace } from "./text-codec.ts";

/** A decoded text that knows where in the bytes its characters came from. */
export interface TextMap {
  readonly text: string;
  /** The byte offset of an index into `text`; an index inside a character counts as its start. */
  readonly byteAt: (index: number) => number;
}

/** How many UTF-16 units lie between two remembered places: later questions start at the nearest one. */
const STRIDE = 1 << 16;

/** Decodes bytes and maps places in the text back to byte offsets, broken characters included. */
export function createTextMap(bytes: Uint8Array, codec: TextCodec): TextMap {
  const text = codec.decode(bytes);
  const places: TextPlace[] = [{ byte: 0, index: 0 }];
  return {
    text,
    byteAt: (index) => {
      if (index >= text.length) return bytes.length;
      const wanted = Math.floor(index / STRIDE);
      while (places.length <= wanted) {
        places.push(codec.walk(bytes, places.at(-1)!, places.length * STRIDE));
      }
      return codec.walk(bytes, places[wanted]!, index).byte;
    },
  };
}
