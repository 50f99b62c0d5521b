import { failedOutcome, faultInfoOf, isCancellation, systemTimer, type Timer } from "../../kernel/index.ts";
import { onAbort } from "./on-abort.ts";
import type { Policy } from "./policy.ts";

/** How long a run that was aborted may take to clean up. */
export interface HeedAbortOptions {
  readonly timer?: Timer;
  readonly graceMs?: number;
}

/**
 * Makes any run a proper one: what it throws becomes an outcome, and after its signal aborts it ends within the grace.
 * What was completed in spite of the abort did happen and is returned; everything else is the reason, thrown.
 */
export function heedAbort({ timer = systemTimer, graceMs = 5_000 }: HeedAbortOptions = {}): Policy {
  return (run, { callId }) =>
    async (cancel) => {
      cancel.throwIfAborted();
      const grace = createGrace(cancel, graceMs, timer);
      try {
        const outcome = await Promise.race([run(cancel), grace.over]);
        if (outcome.isError) cancel.throwIfAborted();
        return outcome;
      } catch (error) {
        cancel.throwIfAborted();
        if (isCancellation(error, cancel)) throw error;
        return failedOutcome(callId, faultInfoOf(error));
      } finally {
        grace.end();
      }
    };
}

function createGrace(cancel: AbortSignal, ms: number, timer: Timer) {
  let stop: (() => void) | undefined;
  let forget: (() => void) | undefined;
  const over = new Promise<never>((_, reject) => {
    forget = onAbort(cancel, () => {
      stop = timer.after(ms, () => reject(cancel.reason as Error));
    });
  });
  const end = (): void => {
    forget?.();
    stop?.();
  };
  return { over, end };
}
