import { systemTimer, type Timer, type ToolOutcome } from "../../kernel/index.ts";
import { isFailFast } from "./fail-fast.ts";
import { failureClassOf } from "./failure-class.ts";
import { pause } from "./pause.ts";
import type { Policy } from "./policy.ts";

/** How often and how soon a read is made again. */
export interface RetryOptions {
  /** All of them, the first included. */
  readonly attempts?: number;
  /** The first wait; each further one is twice as long. */
  readonly baseMs?: number;
  readonly longestMs?: number;
  readonly timer?: Timer;
  /** From 0 to 1, as `Math.random`. */
  readonly random?: () => number;
}

/** Makes a read again that failed in a way that may pass by itself; the waits grow and are jittered. */
export function retry(options: RetryOptions = {}): Policy {
  const { attempts = 3, timer = systemTimer } = options;
  return (run, { isRead }) =>
    isRead
      ? async (cancel) => {
          for (let attempt = 1; ; attempt += 1) {
            const outcome = await run(cancel);
            if (attempt >= attempts || !mayPass(outcome)) return outcome;
            await pause(backoffMs(attempt, options), timer, cancel);
          }
        }
      : run;
}

/** Who fails fast has said when to come again, and that is not now. */
function mayPass({ error }: ToolOutcome): boolean {
  return error !== undefined && !isFailFast(error) && failureClassOf({ error }) !== undefined;
}

/** Between half of the wait and all of it, so that those who failed together do not come back together. */
function backoffMs(attempt: number, options: RetryOptions): number {
  const { baseMs = 200, longestMs = 5_000, random = Math.random } = options;
  const wait = Math.min(longestMs, baseMs * 2 ** (attempt - 1));
  return (wait / 2) * (1 + random());
}
