import { Fault, faultInfoOf } from "../../kernel/index.ts";

/** Whom to ask, and how long to wait. */
export interface OutsideCall {
  /** Begins a sentence, such as "The gateway". */
  readonly who: string;
  readonly cancel: AbortSignal;
  /** No limit when absent. */
  readonly timeoutMs?: number;
}

/** Waits for code of somebody else's: whatever goes wrong there is a fault, unless the caller took the call back. */
export async function askOutside<T>(
  { who, cancel, timeoutMs }: OutsideCall,
  ask: (cancel: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => deadline.abort(), timeoutMs);
  const either = AbortSignal.any([cancel, deadline.signal]);
  try {
    either.throwIfAborted();
    return await orAborted(ask(either), either);
  } catch (error) {
    cancel.throwIfAborted();
    if (deadline.signal.aborted) throw tooLate(who, timeoutMs ?? 0);
    if (error instanceof Fault) throw error;
    throw new Fault("tool_error", `${who} failed: ${faultInfoOf(error).message}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Not everybody listens to a signal. */
function orAborted<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error("aborted"));
    signal.addEventListener("abort", stop, { once: true });
    void Promise.resolve(answer)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener("abort", stop));
  });
}

function tooLate(who: string, timeoutMs: number): Fault {
  return new Fault("timeout", `${who} did not answer within ${timeoutMs / 1000} s.`, {
    hint: "What was asked for may have happened all the same: look before you ask again.",
  });
}
