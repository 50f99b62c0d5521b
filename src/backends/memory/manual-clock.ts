import type { Clock } from "../../kernel/index.ts";

/** A clock that moves only when told. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Builds a clock that stands still at a moment, the epoch by default. */
export function manualClock(startMs = 0): ManualClock {
  let passed = 0;
  return {
    now: () => startMs + passed,
    monotonic: () => passed,
    advance: (ms) => {
      passed += ms;
    },
  };
}
