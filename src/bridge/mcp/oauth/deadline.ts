import { Fault } from "../../../kernel/index.ts";

/** A signal for the end of somebody's patience. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Lets go of the timer. */
  clear(): void;
}

/** Rings after a time with a fault of these words, or before that with the reason of whoever cancels. */
export function createDeadline(ms: number, words: () => string, cancel?: AbortSignal): Deadline {
  const controller = new AbortController();
  const onCancel = (): void => controller.abort(cancel?.reason);
  const timer = setTimeout(() => controller.abort(new Fault("timeout", words())), ms);
  if (cancel?.aborted === true) onCancel();
  cancel?.addEventListener("abort", onCancel, { once: true });
  return {
    signal: controller.signal,
    clear: () => {
      clearTimeout(timer);
      cancel?.removeEventListener("abort", onCancel);
    },
  };
}
