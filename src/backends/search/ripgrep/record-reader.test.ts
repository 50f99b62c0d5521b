import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineFinding } from "../../../kernel/index.ts";
import { createRecordReader } from "./record-reader.ts";

function readAll(bytes: Buffer, chunkBytes: number, maxLineBytes = 100): LineFinding[] {
  const gate = { pathOf: (path: Buffer) => path.toString(), lets: () => true, close: () => undefined };
  const reader = createRecordReader(maxLineBytes, gate);
  const records: LineFinding[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes)
    records.push(...reader.read(bytes.subarray(at, at + chunkBytes)));
  return records;
}

describe("createRecordReader", () => {
  it("reads matches and the lines around them, names with line ends included", () => {
    const output = "./a\nb\x003-20-before\r\n./a\nb\x004:5:28:the match: 1:2\n";
    expect(readAll(Buffer.from(output), 7)).toMatchObject([
      { path: "./a\nb", line: 3, offset: 20, isMatch: false, text: "before" },
      { path: "./a\nb", line: 4, offset: 28, isMatch: true, text: "the match: 1:2" },
    ]);
  });

  it("reads the same however the output is cut into chunks", () => {
    const record = fc.record({
      line: fc.nat(),
      column: fc.integer({ min: 1, max: 300 }),
      offset: fc.nat(),
      text: fc.string({ unit: "binary", maxLength: 300 }).filter((text) => !/[\n\r]/.test(text)),
    });
    fc.assert(
      fc.property(fc.array(record), fc.integer({ min: 1, max: 64 }), (records, chunkBytes) => {
        const output = Buffer.from(
          records
            .map(({ line, column, offset, text }) => `./p\0${line}:${column}:${offset}:${text}\n`)
            .join(""),
        );
        const whole = readAll(output, output.length + 1);
        expect(readAll(output, chunkBytes)).toEqual(whole);
        expect(whole.map(({ line, offset }) => ({ line, offset }))).toEqual(
          records.map(({ line, offset }) => ({ line, offset })),
        );
      }),
    );
  });

  it("keeps a window of a line too long to hold, the same as of one that is held", () => {
    for (const [matchAt, end] of [
      [0, ""],
      [50, ""],
      [1_500_000, ""],
      [2_999_990, ""],
      [2_999_990, "\r"],
      [2_999_925, "\r"],
    ] as const) {
      const body = `${"é".repeat(1_500_000)}${end}`;
      const line = `./p\x007:${matchAt + 1}:9:${body}\n./p\x008:1:10:next\n`;
      const records = readAll(Buffer.from(line), 65_536);
      expect(records).toEqual(readAll(Buffer.from(line), 4_000_000));
      expect(records[0]?.text.length).toBeLessThan(60);
      expect(records[1]).toMatchObject({ line: 8, text: "next" });
    }
  });
});
