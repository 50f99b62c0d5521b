import { failedOutcome, faultInfoOf, systemTimer, type Timer } from "../../kernel/index.ts";
import { DeadlineFault } from "./deadline-fault.ts";
import { heedAbort, type HeedAbortOptions } from "./heed-abort.ts";
import { onAbort } from "./on-abort.ts";
import { compose, type Policy } from "./policy.ts";

/** Ends a call that takes longer than it may: its signal aborts, and the outcome is a `timeout`. */
export function timeout(options: HeedAbortOptions = {}): Policy {
  return compose(deadline(options), heedAbort(options));
}

/** The same for runs that end by themselves once their signal aborts. */
export function deadline({ timer = systemTimer }: { readonly timer?: Timer } = {}): Policy {
  return (run, facts) => {
    const { callId, timeoutMs = Number.POSITIVE_INFINITY } = facts;
    if (!Number.isFinite(timeoutMs)) return run;
    return async (cancel) => {
      const ends = new AbortController();
      const { signal } = ends;
      const forget = onAbort(cancel, () => ends.abort(cancel.reason));
      const stop = timer.after(timeoutMs, () => ends.abort(new DeadlineFault(facts)));
      try {
        return await run(signal);
      } catch (error) {
        cancel.throwIfAborted();
        if (!signal.aborted || error !== signal.reason) throw error;
        return failedOutcome(callId, faultInfoOf(error));
      } finally {
        stop();
        forget();
      }
    };
  };
}
