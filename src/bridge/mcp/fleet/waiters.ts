import type { Fault, Timer } from "../../../kernel/index.ts";

/** How long somebody waits. */
export interface Patience {
  readonly ms: number;
  /** What waiting too long is called. */
  readonly late: () => Fault;
  readonly cancel?: AbortSignal | undefined;
}

/** Those who wait for the same thing. */
export interface Waiters<T> {
  /** Waits for it; being cancelled or late ends the waiting of one and nothing else. */
  wait(patience: Patience): Promise<T>;
  /** Everybody gets it. */
  give(value: T): void;
  /** Nobody gets it. */
  refuse(fault: Fault): void;
}

/** Makes a place to wait at. */
export function createWaiters<T>(timer: Timer): Waiters<T> {
  const waiting = new Set<{ give(value: T): void; refuse(reason: unknown): void }>();
  return {
    wait: ({ ms, late, cancel }) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(waiter);
          stop();
          cancel?.removeEventListener("abort", abort);
        };
        const refuse = (reason: unknown): void => {
          leave();
          reject(reason);
        };
        const give = (value: T): void => {
          leave();
          resolve(value);
        };
        const waiter = { give, refuse };
        const abort = (): void => refuse(cancel?.reason);
        const stop = timer.after(ms, () => refuse(late()));
        cancel?.addEventListener("abort", abort, { once: true });
        waiting.add(waiter);
      }),
    give: (value) => [...waiting].forEach((waiter) => waiter.give(value)),
    refuse: (fault) => [...waiting].forEach((waiter) => waiter.refuse(fault)),
  };
}
