import { describe, expect, it } from "vitest";
import { createGroupCommit } from "./group-commit.ts";

describe("writing together", () => {
  it("writes the first at once and what arrives meanwhile in one go", async () => {
    const groups: number[][] = [];
    const add = createGroupCommit<number, number>(async (items) => {
      groups.push([...items]);
      await new Promise(setImmediate);
      return items.map((item) => item * 10);
    });
    expect(await Promise.all([1, 2, 3, 4].map(add))).toEqual([10, 20, 30, 40]);
    expect(await add(5)).toBe(50);
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
  });

  it("fails only those whose write failed", async () => {
    let isBroken = true;
    const add = createGroupCommit<number, number>(async (items) => {
      await new Promise(setImmediate);
      if (isBroken) {
        isBroken = false;
        throw new Error("broken");
      }
      return items;
    });
    const ends = await Promise.allSettled([1, 2, 3].map(add));
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  });

  it("takes a flood in bounded groups", async () => {
    const sizes: number[] = [];
    const add = createGroupCommit<number, number>(async (items) => {
      sizes.push(items.length);
      return items;
    });
    await Promise.all(Array.from({ length: 1000 }, (_, index) => add(index)));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(256);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1000);
  });
});
