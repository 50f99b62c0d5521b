import type { Timer } from "../../../kernel/index.ts";

/** What the machine can count to; a longer wait would ring at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** The machine's own timer, for waits that are no reason to keep a process alive. */
export const backgroundTimer: Timer = {
  after: (ms, ring) => {
    const waiting = setTimeout(ring, Math.min(ms, LONGEST_MS)).unref();
    return () => clearTimeout(waiting);
  },
};
