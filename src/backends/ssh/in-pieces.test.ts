import { expect, it } from "vitest";
import { inPieces, PIECE_BYTES } from "./in-pieces.ts";

it("moves every byte once, in order, a few pieces at a time", async () => {
  const moves: [number, number][] = [];
  let atOnce = 0;
  let most = 0;
  const lengths = await inPieces(PIECE_BYTES * 9 + 1, async (start, length) => {
    most = Math.max(most, (atOnce += 1));
    moves.push([start, length]);
    await new Promise(setImmediate);
    atOnce -= 1;
    return length;
  });
  expect(moves.map(([start]) => start)).toEqual(Array.from({ length: 10 }, (_, at) => at * PIECE_BYTES));
  expect(lengths).toEqual([...Array.from({ length: 9 }, () => PIECE_BYTES), 1]);
  expect(most).toBe(4);
});

it("stops at the first failure and leaves nothing on its way", async () => {
  let moved = 0;
  let atOnce = 0;
  const moving = inPieces(PIECE_BYTES * 100, async (start) => {
    atOnce += 1;
    await new Promise(setImmediate);
    atOnce -= 1;
    moved += 1;
    if (start === PIECE_BYTES) throw new Error("cut");
  });
  await expect(moving).rejects.toThrow("cut");
  expect(atOnce).toBe(0);
  expect(moved).toBeLessThan(10);
});

it("moves nothing of nothing", async () => {
  expect(await inPieces(0, () => Promise.reject(new Error("asked")))).toEqual([]);
});
