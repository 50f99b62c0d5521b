import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createUnreadOutput } from "./unread-output.ts";

describe("unread output", () => {
  it("R190: hands out each byte once", () => {
    const output = createUnreadOutput();
    output.add(bytes("one "));
    output.add(bytes("two"));
    expect(output.take(false)).toEqual({ text: "one two", lostBytes: 0 });
    expect(output.take(false)).toEqual({ text: "", lostBytes: 0 });
    output.add(bytes("three"));
    expect(output.take(true)).toEqual({ text: "three", lostBytes: 0 });
  });

  it("R190, R336: keeps the last 32 KiB and counts the rest", () => {
    const output = createUnreadOutput();
    output.add(bytes("a".repeat(40_000)));
    output.add(bytes("b".repeat(10)));
    const { text, lostBytes } = output.take(false);
    expect([text.length, lostBytes]).toEqual([32 * 1024, 40_010 - 32 * 1024]);
    expect(text.endsWith(`a${"b".repeat(10)}`)).toBe(true);
    output.add(bytes("c"));
    expect(output.take(false)).toEqual({ text: "c", lostBytes: 0 });
  });

  it("leaves half a character for later, unless nothing more comes", () => {
    const euro = bytes("€");
    const output = createUnreadOutput();
    output.add(euro.subarray(0, 2));
    expect(output.take(false)).toEqual({ text: "", lostBytes: 0 });
    output.add(euro.subarray(2));
    expect(output.take(false).text).toBe("€");
    output.add(euro.subarray(0, 1));
    expect(output.take(true).text).toBe("\u{fffd}");
  });

  it("begins after a cut at a whole character and counts its bytes as lost", () => {
    const output = createUnreadOutput(4);
    output.add(bytes("€€"));
    expect(output.take(false)).toEqual({ text: "€", lostBytes: 3 });
  });

  it("passes on what is no text at all", () => {
    const output = createUnreadOutput(6);
    output.add(new Uint8Array(8).fill(0x80));
    expect(output.take(false)).toEqual({ text: "\u{fffd}".repeat(6), lostBytes: 2 });
    output.add(new Uint8Array([0xff, 0xc0, 0xf8]));
    expect(output.take(false).text).toBe("\u{fffd}".repeat(3));
  });

  it("does not care about what becomes of a chunk afterwards", () => {
    const output = createUnreadOutput();
    const chunk = bytes("kept");
    output.add(chunk);
    chunk.fill(0);
    expect(output.take(false).text).toBe("kept");
  });

  it("R190: however a text is cut into chunks and polls, the polls add up to it", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", maxLength: 200 }),
        fc.array(fc.tuple(fc.nat(9), fc.boolean())),
        (text, cuts) => {
          const whole = Buffer.from(text, "utf8");
          const output = createUnreadOutput();
          let at = 0;
          let seen = "";
          for (const [length, polls] of cuts) {
            output.add(whole.subarray(at, at + length));
            at += length;
            if (polls) seen += output.take(false).text;
          }
          output.add(whole.subarray(at));
          expect(seen + output.take(true).text).toBe(whole.toString("utf8"));
        },
      ),
    );
  });

  it("R336: every byte is either shown or counted", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.boolean())), (chunks) => {
        const output = createUnreadOutput(16);
        let seen = 0;
        const look = (isOver: boolean) => {
          const { text, lostBytes } = output.take(isOver);
          seen += Buffer.byteLength(text) + lostBytes;
        };
        for (const [chunk, polls] of chunks) {
          output.add(bytes(chunk));
          if (polls) look(false);
        }
        look(true);
        expect(seen).toBe(chunks.reduce((sum, [chunk]) => sum + Buffer.byteLength(chunk), 0));
      }),
    );
  });
});

function bytes(text: string): Buffer {
  return Buffer.from(text, "utf8");
}
