import { setTimeout as sleep } from "node:timers/promises";

/** Waits for an event, but no longer than this; tells whether it came. */
export async function within(event: Promise<unknown>, ms: number): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(ms, false, { signal: over.signal }).catch(() => false);
  try {
    return await Promise.race([event.then(() => true), late]);
  } finally {
    over.abort();
  }
}
