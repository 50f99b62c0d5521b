import type { SearchRun, SearchTally } from "../../kernel/index.ts";

/** A tally while it is being taken. */
export type RunningTally = { -readonly [K in keyof SearchTally]: SearchTally[K] };

/** Makes a run of a generator that keeps its own tally. */
export function createRun<T>(find: (tally: RunningTally) => AsyncGenerator<T>): SearchRun<T> {
  const tally: RunningTally = { binary: 0, unreadable: 0, timedOut: false };
  return { [Symbol.asyncIterator]: () => find(tally), tally: () => ({ ...tally }) };
}
