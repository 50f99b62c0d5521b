import { Fault } from "../../kernel/index.ts";
import type { NetLimits } from "./net-limits.ts";

/** Guards one request from its first step to the last byte of the answer. */
export interface Watch {
  /** Waits for one step, no longer than it may take and not after the request has ended. */
  within<T>(ms: number, work: Promise<T>, late: () => Fault): Promise<T>;
  /** Runs when the request is taken back or its time is up. */
  onEnd(release: () => void): void;
  /** Tells whether an error is the one that ended the request. */
  isEnd(error: unknown): boolean;
  /** Ends the request because of an error; what `onEnd` was told to release is released. */
  fail(error: unknown): void;
  /** Stops the time of a request that is over. */
  close(): void;
}

/** What a step needs to stay within its bounds. */
export interface Bounds {
  readonly watch: Watch;
  readonly limits: NetLimits;
}

/** Starts the time of a request; `cancel` ends it early. */
export function openWatch(totalMs: number, cancel: AbortSignal | undefined): Watch {
  cancel?.throwIfAborted();
  const ended = new AbortController();
  // Not as listeners of the signal: Node takes many of those for a leak, and a host with many addresses needs many.
  const releases: (() => void)[] = [];
  const takeBack = (): void => ended.abort(cancel?.reason);
  const timer = setTimeout(() => ended.abort(tooSlow("The whole request", totalMs)), totalMs);
  cancel?.addEventListener("abort", takeBack, { once: true });
  const close = (): void => {
    clearTimeout(timer);
    cancel?.removeEventListener("abort", takeBack);
  };
  ended.signal.addEventListener("abort", end, { once: true });
  return {
    within: (ms, work, late) => raced(work, ended.signal, ms, late),
    onEnd: (release) => {
      if (ended.signal.aborted) release();
      else releases.push(release);
    },
    isEnd: (error) => ended.signal.aborted && error === ended.signal.reason,
    fail: (error) => ended.abort(error),
    close,
  };

  function end(): void {
    close();
    for (const release of releases.splice(0)) release();
  }
}

function raced<T>(work: Promise<T>, ended: AbortSignal, ms: number, late: () => Fault): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms);
    const onEnd = (): void => reject(ended.reason as Error);
    const settle = (): void => {
      clearTimeout(timer);
      ended.removeEventListener("abort", onEnd);
    };
    if (ended.aborted) onEnd();
    else ended.addEventListener("abort", onEnd, { once: true });
    void work.then(resolve, reject).finally(settle);
  });
}

/** The fault for something that took too long. */
export function tooSlow(step: string, ms: number): Fault {
  return new Fault("timeout", `${step} took longer than ${Math.round(ms)} ms.`, {
    hint: "The server may be slow or down: try again later, or another source.",
  });
}
