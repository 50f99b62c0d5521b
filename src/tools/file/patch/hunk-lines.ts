import type { HunkLine } from "./file-patch.ts";

/** Turns the body of a hunk into lines; an empty one is an unchanged empty line whose blank was lost on the way. */
export function hunkLines(body: readonly string[]): HunkLine[] {
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
