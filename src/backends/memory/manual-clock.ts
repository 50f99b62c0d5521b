import type { Clock, Timer } from "../../kernel/index.ts";

/** A clock that moves only when told, and rings on the way. */
export interface ManualClock extends Clock, Timer {
  advance(ms: number): void;
}

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** Builds a clock that stands still at a moment, the epoch by default. */
export function manualClock(startMs = 0): ManualClock {
  let passed = 0;
  const alarms = new Set<Alarm>();
  return {
    now: () => startMs + passed,
    monotonic: () => passed,
    after: (ms, ring) => {
      const alarm = { at: passed + Math.max(0, ms), ring };
      alarms.add(alarm);
      return () => alarms.delete(alarm);
    },
    advance: (ms) => {
      const until = passed + ms;
      for (let due = firstOf(alarms, until); due !== undefined; due = firstOf(alarms, until)) {
        alarms.delete(due);
        passed = due.at;
        due.ring();
      }
      passed = until;
    },
  };
}

function firstOf(alarms: ReadonlySet<Alarm>, until: number): Alarm | undefined {
  return [...alarms].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
}
