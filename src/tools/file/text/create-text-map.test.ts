import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codecFor } from "./codec-for.ts";
import { createTextMap } from "./create-text-map.ts";
import type { TextCodec } from "./text-codec.ts";
import { TEXT_ENCODINGS } from "./text-encoding.ts";

describe("createTextMap", () => {
  it.each(TEXT_ENCODINGS)("maps every index to its byte in %s, through broken bytes too", async (name) => {
    const codec = await codecFor(name);
    fc.assert(
      fc.property(bytesIn(codec), (bytes) => {
        const map = createTextMap(bytes, codec);
        const places = placesByCutting(bytes, codec);
        for (let index = 0; index <= map.text.length; index++) {
          const expected = places.findLast((place) => place.index <= index)!.byte;
          expect(map.byteAt(index), `index ${index} of ${Buffer.from(bytes).toString("hex")}`).toBe(expected);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("replaces the longest beginning of a broken UTF-8 character as one", async () => {
    const bytes = Uint8Array.of(0x61, 0xf0, 0x9f, 0x98, 0x62, 0xe3, 0xff, 0x63);
    const { text, byteAt } = createTextMap(bytes, await codecFor("utf-8"));
    expect(text).toBe("a\uFFFDb\uFFFD\uFFFDc");
    expect([0, 1, 2, 3, 4, 5, 6].map(byteAt)).toEqual([0, 1, 4, 5, 6, 7, 8]);
  });

  it("answers in any order in a text longer than its stride", async () => {
    const codec = await codecFor("utf-8");
    const bytes = codec.encode("aé😀".repeat(50_000));
    const { text, byteAt } = createTextMap(bytes, codec);
    for (const index of [199_999, 4, 65_536, 65_537, 131_072, 0, 3, 200_000]) {
      const wanted = Buffer.byteLength(text.slice(0, index).replace(/[\uD800-\uDBFF]$/, ""));
      expect(byteAt(index)).toBe(wanted);
    }
  });
});

/** Text of the encoding with stray bytes between. */
function bytesIn(codec: TextCodec): fc.Arbitrary<Uint8Array> {
  const stray = fc.uint8Array({ maxLength: 4 });
  const mean = fc.array(
    fc.constantFrom(0x81, 0x30, 0x8f, 0xa1, 0xe3, 0xf0, 0x90, 0x88, 0x62, 0xd8, 0xdc, 0x0a),
    {
      maxLength: 8,
    },
  );
  const beyondUnicode = fc.constantFrom(
    [0xe3, 0x32, 0x9a, 0x36],
    [0xfe, 0x39, 0xfe, 0x39],
    [0x84, 0x31, 0xa4, 0x37],
  );
  const sound = fc
    .constantFrom("a", "\n", "é", "中", "あ", "한", "я", "😀", "Ê\u0304")
    .map((text) => tryEncode(codec, text));
  return fc
    .array(fc.oneof(stray, mean, beyondUnicode, sound), { maxLength: 12 })
    .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));
}

function tryEncode(codec: TextCodec, text: string): Uint8Array {
  try {
    return codec.encode(text);
  } catch {
    return new Uint8Array();
  }
}

/** A place lies between two characters exactly where the halves decode to the whole. */
function placesByCutting(bytes: Uint8Array, codec: TextCodec): { byte: number; index: number }[] {
  const whole = codec.decode(bytes);
  const step = codec.name.startsWith("utf-16") ? 2 : 1;
  const places: { byte: number; index: number }[] = [];
  for (let byte = 0; byte < bytes.length; byte += step) {
    const head = codec.decode(bytes.subarray(0, byte));
    if (head + codec.decode(bytes.subarray(byte)) === whole) places.push({ byte, index: head.length });
  }
  return [...places, { byte: bytes.length, index: whole.length }];
}
