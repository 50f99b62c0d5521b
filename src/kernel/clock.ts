/** Time as tools see it, so that tests can set it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds that never go back, for measuring durations. */
  monotonic(): number;
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
};

/** Waiting as Deckhand does it, so that tests need not wait. */
export interface Timer {
  /** Rings once after so many milliseconds, unless what it returns is called before. */
  after(ms: number, ring: () => void): () => void;
}

/** What the machine can count to; a longer wait would ring at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own timer. */
export const systemTimer: Timer = {
  after: (ms, ring) => {
    const waiting = setTimeout(ring, Math.min(ms, LONGEST_MS));
    return () => clearTimeout(waiting);
  },
};
