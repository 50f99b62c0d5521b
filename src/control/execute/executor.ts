import {
  type Cache,
  type Clock,
  systemClock,
  systemTimer,
  type Timer,
  type ToolOutcome,
} from "../../kernel/index.ts";
import { type BreakerOptions, createBreaker } from "./breaker.ts";
import { cache } from "./cache.ts";
import { heedAbort } from "./heed-abort.ts";
import { limiter, type LimiterOptions } from "./limiter.ts";
import { type CallFacts, compose, type Run } from "./policy.ts";
import { retry, type RetryOptions } from "./retry.ts";
import { deadline } from "./timeout.ts";

/** What an executor is made of; everything has a default but the memory of the cache. */
export interface ExecutorOptions {
  /** Where answers are kept; without it nothing is. */
  readonly cache?: Cache | undefined;
  readonly clock?: Clock | undefined;
  readonly timer?: Timer | undefined;
  /** How long a run that was aborted may take to clean up. */
  readonly graceMs?: number;
  readonly retry?: Omit<RetryOptions, "timer">;
  readonly breaker?: Omit<BreakerOptions, "clock">;
  readonly limiter?: LimiterOptions;
}

/** Makes calls within limits. */
export interface Executor {
  /** Makes one call; everything but cancellation comes back as an outcome. */
  execute(run: Run, facts: CallFacts, cancel: AbortSignal): Promise<ToolOutcome>;
}

/** Builds the one executor of a session: timeout, retry, breaker, cache and limiter, in this order. */
export function createExecutor(options: ExecutorOptions = {}): Executor {
  const { clock = systemClock, timer = systemTimer, graceMs = 5_000 } = options;
  const { gate, meter } = createBreaker({ ...options.breaker, clock });
  const policy = compose(
    deadline({ timer }),
    retry({ ...options.retry, timer }),
    gate,
    options.cache === undefined ? (run) => run : cache(options.cache),
    limiter(options.limiter),
    meter,
    heedAbort({ timer, graceMs }),
  );
  return {
    execute: async (run, facts, cancel) => {
      cancel.throwIfAborted();
      return policy(run, facts)(cancel);
    },
  };
}
