/** How long any search looks when it is not told. */
const DEFAULT_MS = 30_000;

/** A moment after which a search settles for what it has. */
export interface Deadline {
  isOver(): boolean;
  remainingMs(): number;
}

/** Starts the time a search has. */
export function startDeadline(ms: number = DEFAULT_MS): Deadline {
  const end = performance.now() + ms;
  return {
    isOver: () => performance.now() >= end,
    remainingMs: () => Math.max(0, end - performance.now()),
  };
}
