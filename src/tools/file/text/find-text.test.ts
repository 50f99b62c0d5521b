import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codecFor } from "./codec-for.ts";
import { createTextMap } from "./create-text-map.ts";
import { findText } from "./find-text.ts";
import type { TextCodec } from "./text-codec.ts";
import { TEXT_ENCODINGS } from "./text-encoding.ts";

describe("findText", () => {
  it("finds all places that do not overlap, as byte offsets", async () => {
    const codec = await codecFor("utf-8");
    const bytes = codec.encode("é aa aaa é");
    expect(findText(bytes, "aa", codec)).toEqual([
      { start: 3, end: 5 },
      { start: 6, end: 8 },
    ]);
    expect(findText(bytes, "é", codec)).toEqual([
      { start: 0, end: 2 },
      { start: 10, end: 12 },
    ]);
    expect(findText(bytes, "x", codec)).toEqual([]);
    expect(findText(bytes, "", codec)).toEqual([]);
    expect(findText(new Uint8Array(), "a", codec)).toEqual([]);
  });

  it("finds nothing for text that the encoding cannot hold", async () => {
    for (const name of TEXT_ENCODINGS) {
      const codec = await codecFor(name);
      expect(findText(codec.encode("abc"), "\uD83D", codec)).toEqual([]);
    }
  });

  it("matches UTF-16 only at whole units", async () => {
    const codec = await codecFor("utf-16le");
    const bytes = Uint8Array.of(0x00, 0x61, 0x00, 0x61, 0x61, 0x00);
    expect(findText(bytes, "a", codec)).toEqual([{ start: 4, end: 6 }]);
  });

  it("does not take the second half of a character for another one", async () => {
    const codec = await codecFor("shift_jis");
    const bytes = codec.encode("表\\表");
    expect(findText(bytes, "\\", codec)).toEqual([{ start: 2, end: 3 }]);
    const chinese = await codecFor("gb18030");
    expect(
      findText(Uint8Array.of(0xd6, 0xd0, 0xce, 0xc4), chinese.decode(Uint8Array.of(0xd0, 0xce)), chinese),
    ).toEqual([]);
  });

  it("finds a character in every spelling its encoding allows", async () => {
    const codec = await codecFor("shift_jis");
    const bytes = Uint8Array.of(0x81, 0xe6, 0x20, 0x87, 0x9a);
    expect(codec.decode(bytes)).toBe("∵ ∵");
    expect(findText(bytes, "∵", codec)).toHaveLength(2);
  });

  it("does not find half of a character that decodes to two", async () => {
    const codec = await codecFor("big5");
    const bytes = Uint8Array.of(0x88, 0x62, 0x61);
    expect(codec.decode(bytes)).toBe("Ê\u0304a");
    expect(findText(bytes, "Ê", codec)).toEqual([]);
    expect(findText(bytes, "Ê\u0304a", codec)).toEqual([{ start: 0, end: 3 }]);
  });

  it("never takes broken bytes for U+FFFD", async () => {
    for (const name of ["utf-8", "gb18030", "windows-1252"] as const) {
      const codec = await codecFor(name);
      const bytes = Uint8Array.of(0x61, name === "windows-1252" ? 0x81 : 0xff, 0x62);
      expect(codec.decode(bytes)).toBe("a\uFFFDb");
      expect(findText(bytes, "a\uFFFDb", codec)).toEqual([]);
    }
  });

  it("works on a view into a larger buffer", async () => {
    const codec = await codecFor("utf-8");
    const view = codec.encode("xxabab").subarray(2);
    expect(findText(view, "ab", codec)).toHaveLength(2);
  });

  it.each(TEXT_ENCODINGS)("splicing what it finds in %s leaves every other byte identical", async (name) => {
    const codec = await codecFor(name);
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.nat(),
        fc.integer({ min: 1, max: 6 }),
        (raw, from, length) => {
          const bytes = name.startsWith("utf-16") ? plainUnits(raw) : raw;
          const needle = needleFrom(bytes, from, length, codec);
          fc.pre(needle !== "" && !needle.includes("\uFFFD"));
          const spans = findText(bytes, needle, codec);
          expect(spans.length).toBeGreaterThan(0);
          const replacement = codec.encode("<new>");
          const kept = bytesOutside(bytes, spans);
          const edited = splice(bytes, spans, replacement);
          expect(edited.length).toBe(kept.length + spans.length * replacement.length);
          expect(withoutAll(edited, spans, replacement.length)).toEqual(kept);
          for (const span of spans) expect(codec.decode(bytes.subarray(span.start, span.end))).toBe(needle);
        },
      ),
    );
  });

  it.each(["utf-8", "utf-16le", "utf-16be"] as const)(
    "a spliced %s text reads as the edited text",
    async (name) => {
      const codec = await codecFor(name);
      fc.assert(
        fc.property(
          fc.uint8Array({ maxLength: 60 }),
          fc.nat(),
          fc.integer({ min: 1, max: 4 }),
          (raw, from, length) => {
            const bytes = name === "utf-8" ? raw : plainUnits(raw);
            const needle = needleFrom(bytes, from, length, codec);
            fc.pre(needle !== "" && !needle.includes("\uFFFD"));
            const edited = splice(bytes, findText(bytes, needle, codec), codec.encode("é\n😀"));
            expect(codec.decode(edited)).toBe(codec.decode(bytes).replaceAll(needle, "é\n😀"));
          },
        ),
      );
    },
  );
});

type Spans = readonly { readonly start: number; readonly end: number }[];

/** A piece of the decoded text, cut where characters begin. */
function needleFrom(bytes: Uint8Array, from: number, length: number, codec: TextCodec): string {
  const { text, byteAt } = createTextMap(bytes, codec);
  const start = byteAt(from % (text.length + 1));
  const end = byteAt((from % (text.length + 1)) + length);
  return codec.decode(bytes.subarray(start, end));
}

function plainUnits(raw: Uint8Array): Uint8Array {
  return raw.map((byte, at) => (at % 4 < 2 ? byte : byte % 4));
}

function splice(bytes: Uint8Array, spans: Spans, replacement: Uint8Array): Uint8Array {
  const parts: number[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    parts.push(...bytes.subarray(at, start), ...replacement);
    at = end;
  }
  return Uint8Array.from([...parts, ...bytes.subarray(at)]);
}

function bytesOutside(bytes: Uint8Array, spans: Spans): Uint8Array {
  return bytes.filter((_, at) => !spans.some(({ start, end }) => at >= start && at < end));
}

function withoutAll(edited: Uint8Array, spans: Spans, length: number): Uint8Array {
  let shift = 0;
  const written = spans.map(({ start, end }) => {
    const moved = { start: start + shift, end: start + shift + length };
    shift += length - (end - start);
    return moved;
  });
  return bytesOutside(edited, written);
}
