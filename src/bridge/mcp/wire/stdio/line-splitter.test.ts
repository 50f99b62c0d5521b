import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineSplitter } from "./line-splitter.ts";

describe("lines", () => {
  it("are the same however the bytes come in", () => {
    const bytes = fc.uint8Array({ maxLength: 200 }).map((raw) => Buffer.from(raw.map((byte) => byte % 14)));
    fc.assert(
      fc.property(
        bytes,
        fc.array(fc.nat({ max: 200 })),
        fc.integer({ min: 1, max: 12 }),
        (all, cuts, most) => {
          const whole = all.toString("latin1").split("\n");
          const last = whole.pop() ?? "";
          const expected = [...whole, ...(last === "" ? [] : [last])].map((line) =>
            line.length > most ? [line.slice(0, most), true] : [line, false],
          );
          expect(linesOf(inPieces(all, cuts), most)).toEqual(expected);
        },
      ),
    );
  });

  it("that come a byte at a time are held in one piece", () => {
    const line = Buffer.alloc(200_000, "x");
    const pieces = Array.from(line, (_byte, at) => line.subarray(at, at + 1));
    expect(linesOf([...pieces, Buffer.from("\ny\n")], 1_000_000)).toEqual([
      [line.toString("latin1"), false],
      ["y", false],
    ]);
  });

  it("that never end are told once, at once, and not kept", () => {
    const told: number[] = [];
    const splitter = createLineSplitter(1000, (line, isCut) => told.push(isCut ? -line.length : line.length));
    const piece = Buffer.alloc(600, "x");
    splitter.push(piece);
    expect(told).toEqual([]);
    for (let turn = 0; turn < 100; turn += 1) splitter.push(piece);
    expect(told).toEqual([-1000]);
    splitter.push(Buffer.from("tail\nnext\n"));
    expect(told).toEqual([-1000, 4]);
  });
});

function inPieces(all: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const at = [0, ...cuts.map((cut) => Math.min(cut, all.length)), all.length].toSorted((a, b) => a - b);
  return at.slice(1).map((to, index) => all.subarray(at[index], to));
}

function linesOf(pieces: readonly Buffer[], most: number): readonly (readonly [string, boolean])[] {
  const lines: (readonly [string, boolean])[] = [];
  const splitter = createLineSplitter(most, (line, isCut) => lines.push([line.toString("latin1"), isCut]));
  for (const piece of pieces) splitter.push(piece);
  splitter.finish();
  return lines;
}
