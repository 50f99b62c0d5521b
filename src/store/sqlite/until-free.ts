import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../kernel/index.ts";
import { isFailure, SQLITE } from "./sqlite-failure.ts";

/** Tries again while somebody else holds the lock; the process stays awake meanwhile. */
export async function untilFree<T>(attempt: () => Promise<T>, timeoutMs: number): Promise<T> {
  const end = systemClock.monotonic() + timeoutMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || systemClock.monotonic() >= end) throw error;
      await sleep(Math.random() * Math.min(2 * tries, MOST_SLEEP_MS));
    }
  }
}

/** Tells whether it is only somebody else's lock that stood in the way. */
export function isLocked(error: unknown): boolean {
  return isFailure(error, SQLITE.busy, SQLITE.protocol);
}

const MOST_SLEEP_MS = 20;
