/** Lets a piece of work begin when there is room for it, first come, first served. */
export type InSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** Has at most so many pieces of work done at once; at least one, so that nothing waits for ever. */
export function createSlots(most: number): InSlot {
  const waiting: (() => void)[] = [];
  let free = most >= 1 ? most : 1;
  return async (work) => {
    if (free >= 1) free -= 1;
    else await new Promise<void>((begin) => void waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next();
    }
  };
}
