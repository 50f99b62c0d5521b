import { setMaxListeners } from "node:events";

/** One call that is being made. */
export interface RunningCall {
  /** Aborted when its caller takes it back or the session closes. */
  readonly cancel: AbortSignal;
  end(): void;
}

/** The calls a session is making. */
export interface RunningCalls {
  begin(cancel?: AbortSignal): RunningCall;
  cancelAll(reason: unknown): void;
  /** Settles when the last of them has ended, or when one does not listen for this long. */
  ended(patienceMs: number): Promise<void>;
}

/** Keeps track of calls so that closing can take them back. */
export function createRunningCalls(): RunningCalls {
  const running = new Set<AbortController>();
  let whenIdle: (() => void) | undefined;
  return {
    begin: (cancel) => {
      const controller = new AbortController();
      const follow = (): void => controller.abort(cancel?.reason);
      if (cancel?.aborted === true) follow();
      else if (cancel !== undefined) {
        // A host may take all its calls back with one signal, however many there are.
        setMaxListeners(0, cancel);
        cancel.addEventListener("abort", follow, { once: true });
      }
      running.add(controller);
      return {
        cancel: controller.signal,
        end: () => {
          cancel?.removeEventListener("abort", follow);
          running.delete(controller);
          if (running.size === 0) whenIdle?.();
        },
      };
    },
    cancelAll: (reason) => {
      for (const controller of running) controller.abort(reason);
    },
    ended: (patienceMs) =>
      new Promise((done) => {
        if (running.size === 0) return done();
        const timer = setTimeout(done, patienceMs);
        whenIdle = () => {
          clearTimeout(timer);
          done();
        };
      }),
  };
}
