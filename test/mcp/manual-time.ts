import type { Clock, Timer } from "../../src/kernel/index.ts";

/** Time that stands still until a test moves it. */
export interface ManualTime {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Lets everything happen that can happen now. */
  readonly rest: () => Promise<void>;
  /** Moves on, ringing what falls due on the way at its moment. */
  readonly advance: (ms: number) => Promise<void>;
  /** How many timers have not rung. */
  readonly waiting: () => number;
}

/** When it begins, in milliseconds since 1970. */
export const BEGINNING = Date.UTC(2026, 0, 1);

/** Makes a time that begins at `BEGINNING`. */
export function manualTime(): ManualTime {
  const alarms = new Set<{ readonly at: number; readonly ring: () => void }>();
  let now = 0;
  const next = (until: number) =>
    [...alarms].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at)[0];
  return {
    clock: { now: () => BEGINNING + now, monotonic: () => now },
    timer: {
      after: (ms, ring) => {
        const alarm = { at: now + ms, ring };
        alarms.add(alarm);
        return () => alarms.delete(alarm);
      },
    },
    rest,
    async advance(ms) {
      const until = now + ms;
      await rest();
      for (let alarm = next(until); alarm !== undefined; alarm = next(until)) {
        now = Math.max(now, alarm.at);
        alarms.delete(alarm);
        alarm.ring();
        await rest();
      }
      now = until;
    },
    waiting: () => alarms.size,
  };
}

function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
