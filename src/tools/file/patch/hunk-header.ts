/** The numbers of `@@ -12,3 +12,4 @@`. */
export interface HunkHeader {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newCount: number;
}

const NUMBERS = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/;

/** Reads the line numbers of a unified hunk, or undefined when the line holds none. */
export function parseHunkHeader(line: string): HunkHeader | undefined {
  const match = NUMBERS.exec(line);
  if (match === null) return undefined;
  return { oldStart: Number(match[1]), oldCount: Number(match[2] ?? 1), newCount: Number(match[4] ?? 1) };
}
