import type { Timer } from "../../kernel/index.ts";
import { onAbort } from "./on-abort.ts";

/** Waits a while; a cancelled wait ends at once with the reason. */
export function pause(ms: number, timer: Timer, cancel: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = timer.after(ms, () => {
      forget();
      resolve();
    });
    const forget = onAbort(cancel, () => {
      stop();
      reject(cancel.reason as Error);
    });
  });
}
