import type { HunkLine } from "./file-patch.ts";

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

/** Reads the body of a hunk; an empty line is an unchanged empty one whose blank was lost on the way. */
export function parseHunkLines(body: readonly string[]): HunkLine[] {
  const lines: HunkLine[] = [];
  for (const line of body) {
    const sign = line.charAt(0);
    const last = lines.at(-1);
    if (sign === "+" || sign === "-") lines.push({ sign, text: line.slice(1) });
    else if (sign !== "\\") lines.push({ sign: " ", text: line.slice(1) });
    else if (last !== undefined) lines[lines.length - 1] = { ...last, missingNewline: true };
  }
  return lines;
}
