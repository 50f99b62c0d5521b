/** How long a search may take before it settles for what it has. */
export const DEADLINE_MS = 30_000;

/** What no limit goes beyond. */
export const CEILING = 5_000;

/** Larger files are skipped. */
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

/** Longer lines are cut. */
export const MAX_LINE_BYTES = 1_000;

/** Room kept free for the notes below the findings. */
const NOTES_BYTES = 1_024;

/** How many bytes of findings fit into a result. */
export function roomFor(maxBytes: number): number {
  return Math.max(0, maxBytes - Math.min(NOTES_BYTES, maxBytes / 2));
}
