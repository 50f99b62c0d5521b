import type { Delegate } from "../deck/index.ts";
import type { SessionSettings } from "./session-settings.ts";

/** The delegate of a session within the session's limits. */
export function limitedDelegate({ delegate, task = {} }: SessionSettings): Delegate | undefined {
  // What is no delegate is told by the card that needs one.
  if (typeof delegate?.run !== "function") return delegate;
  const { depth } = delegate;
  const maxDepth = lower(delegate.maxDepth, task.maxDepth);
  const maxConcurrent = lower(delegate.maxConcurrent, task.maxConcurrent);
  return {
    run: (request, options) => delegate.run(request, options),
    ...(depth === undefined ? {} : { depth }),
    ...(maxDepth === undefined ? {} : { maxDepth }),
    ...(maxConcurrent === undefined ? {} : { maxConcurrent }),
  };
}

function lower(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}
