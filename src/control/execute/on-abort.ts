import { setMaxListeners } from "node:events";

/** Does something when a signal aborts, at once if it has; what it returns takes that back. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act();
    return () => undefined;
  }
  // A host may take all its calls back with one signal, however many there are.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", act, { once: true });
  return () => signal.removeEventListener("abort", act);
}
