import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codecFor } from "./codec-for.ts";
import type { TextCodec } from "./text-codec.ts";
import { TEXT_ENCODINGS, type TextEncodingName } from "./text-encoding.ts";
import { UnencodableTextError } from "./unencodable-text-error.ts";

describe.each(TEXT_ENCODINGS)("the codec of %s", (name) => {
  it("encodes text so that decoding gives it back, or names the first character that does not fit", async () => {
    const codec = await codecFor(name);
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), textIn(codec)), (text) => {
        const error = encodingErrorOf(codec, text);
        const sound = text.slice(0, error?.index);
        expect(codec.decode(codec.encode(sound))).toBe(sound);
        expect(text.startsWith(error?.character ?? "", error?.index)).toBe(true);
        expect(error === undefined || encodingErrorOf(codec, error.character) !== undefined).toBe(true);
      }),
    );
  });

  it("decodes any bytes to well-formed text and leaves the bytes alone", async () => {
    const { decode } = await codecFor(name);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        const copy = Uint8Array.from(bytes);
        expect(decode(bytes)).not.toMatch(/\p{Surrogate}/u);
        expect(bytes).toEqual(copy);
      }),
    );
  });

  it("neither removes nor adds a byte order mark", async () => {
    const { encode, decode } = await codecFor(name);
    expect(decode(encode("a"))).toBe("a");
    expect(encode("ab").length).toBe(2 * encode("a").length);
  });

  it("refuses half a surrogate pair", async () => {
    const { encode } = await codecFor(name);
    expect(() => encode("a\uD83D")).toThrow(UnencodableTextError);
  });
});

describe("codecFor", () => {
  it("keeps a byte order mark that is part of the bytes as a character", async () => {
    expect((await codecFor("utf-8")).decode(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toBe("\uFEFFa");
    expect((await codecFor("utf-16le")).decode(Uint8Array.of(0xff, 0xfe, 0x61, 0))).toBe("\uFEFFa");
    expect((await codecFor("utf-16be")).decode(Uint8Array.of(0xfe, 0xff, 0, 0x61))).toBe("\uFEFFa");
    expect([...(await codecFor("utf-16be")).encode("\uFEFFa")]).toEqual([0xfe, 0xff, 0, 0x61]);
  });

  it("says which character cannot be written, where, and what would work", async () => {
    const { encode } = await codecFor("windows-1252");
    expect(() => encode("fine\nnot 😀")).toThrow(
      'The character "😀" (U+1F600, line 2 of the new text) cannot be written in windows-1252.',
    );
    expect(encodingErrorOf(await codecFor("shift_jis"), "a¥")).toMatchObject({
      encoding: "shift_jis",
      character: "¥",
      index: 1,
      code: "tool_error",
    });
  });

  it("knows the bytes of each legacy encoding", async () => {
    expect(await hexIn("gb18030", "中😀")).toBe("d6d09439fc36");
    expect(await hexIn("big5", "中")).toBe("a4a4");
    expect(await hexIn("shift_jis", "表")).toBe("955c");
    expect(await hexIn("euc-jp", "表")).toBe("c9bd");
    expect(await hexIn("euc-kr", "한")).toBe("c7d1");
    expect(await hexIn("koi8-r", "а")).toBe("c1");
    expect(await hexIn("windows-1252", "€")).toBe("80");
    expect(await hexIn("latin1", "\u0080ÿ")).toBe("80ff");
  });

  it("reads a GB18030 form beyond Unicode as broken", async () => {
    const { decode } = await codecFor("gb18030");
    expect(decode(Uint8Array.of(0xe3, 0x32, 0x9a, 0x35))).toBe("\u{10FFFF}");
    expect(decode(Uint8Array.of(0x61, 0xe3, 0x32, 0x9a, 0x36, 0x62))).toBe("a\uFFFD\uFFFDb");
  });

  it("keeps every byte in latin1", async () => {
    const { encode, decode } = await codecFor("latin1");
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(Uint8Array.from(encode(decode(all)))).toEqual(all);
  });
});

async function hexIn(name: TextEncodingName, text: string): Promise<string> {
  return Buffer.from((await codecFor(name)).encode(text)).toString("hex");
}

function textIn(codec: TextCodec): fc.Arbitrary<string> {
  return fc.uint8Array({ maxLength: 40 }).map((bytes) => codec.decode(bytes).replaceAll("\uFFFD", ""));
}

function encodingErrorOf(codec: TextCodec, text: string): UnencodableTextError | undefined {
  try {
    codec.encode(text);
    return undefined;
  } catch (error) {
    if (error instanceof UnencodableTextError) return error;
    throw error;
  }
}
