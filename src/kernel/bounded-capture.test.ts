import { array, assert, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { createBoundedCapture } from "./bounded-capture.ts";

function capture(max: number, chunks: readonly Uint8Array[]): string {
  const kept = createBoundedCapture(max);
  for (const chunk of chunks) kept.add(chunk);
  return kept.text();
}

const NOTE = /\n\[… (\d+) bytes omitted …\]\n/;

describe("bounded capture", () => {
  it("keeps what fits unchanged, however it is cut into chunks", () => {
    assert(
      property(array(string({ unit: "grapheme" })), (texts) => {
        const chunks = texts.map((text) => Buffer.from(text));
        const total = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
        expect(capture(total, chunks)).toBe(texts.join(""));
      }),
    );
  });

  it("keeps both ends of what does not, counts the rest and splits no character", () => {
    assert(
      property(
        string({ unit: "binary", minLength: 20 }).filter((text) => !/[\ufffd[\]]/.test(text)),
        integer({ min: 0, max: 19 }),
        integer({ min: 1, max: 7 }),
        (text, max, step) => {
          const bytes = Buffer.from(text);
          const chunks = Array.from({ length: Math.ceil(bytes.length / step) }, (_, at) =>
            bytes.subarray(at * step, (at + 1) * step),
          );
          const kept = capture(max, chunks);
          const [head = "", omitted = "", tail = ""] = kept.split(NOTE);
          expect(text.startsWith(head)).toBe(true);
          expect(text.endsWith(tail)).toBe(true);
          expect(Buffer.byteLength(head + tail)).toBeLessThanOrEqual(max);
          expect(Buffer.byteLength(head + tail) + Number(omitted)).toBe(bytes.length);
        },
      ),
    );
  });

  it("shows less of what it keeps when asked to, and counts that as well", () => {
    assert(
      property(
        string({ unit: "binary", minLength: 1 }),
        integer({ min: 0, max: 40 }),
        integer({ min: 0, max: 40 }),
        (text, max, bound) => {
          const bytes = Buffer.from(text);
          const kept = createBoundedCapture(max);
          kept.add(bytes);
          const { head, tail, omitted } = kept.ends(bound);
          expect(bytes.subarray(0, head.length)).toEqual(Buffer.from(head));
          expect(bytes.subarray(bytes.length - tail.length)).toEqual(Buffer.from(tail));
          expect(head.length + tail.length).toBeLessThanOrEqual(Math.min(max, bound));
          expect([head.length + omitted + tail.length, kept.total()]).toEqual([bytes.length, bytes.length]);
        },
      ),
    );
  });
});
