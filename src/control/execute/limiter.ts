import { onAbort } from "./on-abort.ts";
import type { Policy } from "./policy.ts";

/** How much happens at once. */
export interface LimiterOptions {
  readonly most?: number;
}

/** Lets so many calls run at once; the others wait in the order they came, and may leave. */
export function limiter({ most = 32 }: LimiterOptions = {}): Policy {
  const places = createPlaces(Math.max(1, most));
  return (run, { isNested = false }) =>
    isNested
      ? run
      : async (cancel) => {
          const turn = places.take(cancel);
          if (turn !== undefined) await turn;
          try {
            cancel.throwIfAborted();
            return await run(cancel);
          } finally {
            places.give();
          }
        };
}

interface Places {
  /** Undefined when there is one at once. */
  take(cancel: AbortSignal): Promise<void> | undefined;
  give(): void;
}

/** A place that is given up goes straight to who has waited longest, so that nobody slips in between. */
function createPlaces(most: number): Places {
  let taken = 0;
  const waiting = new Set<() => void>();
  return {
    take: (cancel) => {
      if (taken < most) {
        taken += 1;
        return undefined;
      }
      return new Promise((resolve, reject) => {
        const enter = (): void => {
          forget();
          resolve();
        };
        waiting.add(enter);
        const forget = onAbort(cancel, () => {
          waiting.delete(enter);
          reject(cancel.reason as Error);
        });
      });
    },
    give: () => {
      const [next] = waiting;
      if (next === undefined) taken -= 1;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}
