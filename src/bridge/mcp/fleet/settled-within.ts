import type { Timer } from "../../../kernel/index.ts";

/** Waits until work has settled, however it did, but no longer than so many milliseconds. */
export function settledWithin(work: Promise<unknown>, ms: number, timer: Timer): Promise<void> {
  return new Promise((resolve) => {
    const stop = timer.after(ms, resolve);
    void Promise.allSettled([work]).finally(() => {
      stop();
      resolve();
    });
  });
}
