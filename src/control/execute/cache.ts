import type { Cache, ToolOutcome } from "../../kernel/index.ts";
import type { Policy } from "./policy.ts";

/**
 * Answers reads of tools that allow it from memory for a while; who asks meanwhile for the same waits for the same run.
 * Failures are not kept, and one who leaves does not spoil it for the others: both are the cache's contract.
 */
export function cache(kept: Cache): Policy {
  return (run, { tool, key, callId, isRead, cacheMs = 0 }) => {
    if (!isRead || cacheMs <= 0) return run;
    const make = async (shared: AbortSignal) => {
      const value = await run(shared);
      return { value, bytes: bytesOf(value), keepMs: value.isError ? 0 : cacheMs };
    };
    return async (cancel) => {
      const outcome = await kept.get(`${tool}\0${key}`, make, cancel);
      return outcome.callId === callId ? outcome : { ...outcome, callId };
    };
  };
}

/** What cannot be measured is too large to keep. */
function bytesOf({ result }: ToolOutcome): number {
  try {
    return Buffer.byteLength(JSON.stringify(result.content));
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
