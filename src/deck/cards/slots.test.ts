import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSlots } from "./slots.ts";

describe("slots", () => {
  it("have as much done at once as there is room for, in order, and everything in the end", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(fc.nat(5), fc.boolean())),
        async (most, works) => {
          const inSlot = createSlots(most);
          const begun: number[] = [];
          let running = 0;
          let peak = 0;
          const ends = works.map(([turns, fails], index) =>
            inSlot(async () => {
              begun.push(index);
              running += 1;
              peak = Math.max(peak, running);
              for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
              running -= 1;
              if (fails) throw new Error(String(index));
              return index;
            }).catch(({ message }: Error) => `failed ${message}`),
          );
          expect(await Promise.all(ends)).toEqual(
            works.map(([, fails], index) => (fails ? `failed ${index}` : index)),
          );
          expect(begun).toEqual(works.map((_, index) => index));
          expect(peak).toBeLessThanOrEqual(most);
          expect(peak === 0).toBe(works.length === 0);
        },
      ),
    );
  });

  it.each([0, -1, Number.NaN])("%d of them are one", async (most) => {
    const inSlot = createSlots(most);
    expect(await Promise.all([inSlot(() => Promise.resolve(1)), inSlot(() => Promise.resolve(2))])).toEqual([
      1, 2,
    ]);
  });
});
