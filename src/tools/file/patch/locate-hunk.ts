import { anchoredRuns, anchorLines } from "./anchored-runs.ts";
import type { Hunk, HunkLine } from "./file-patch.ts";
import { type FileLines, withoutBlanksAtEnd, withoutLineEnd } from "./file-lines.ts";

/** What the hunks before this one left behind. */
export interface Progress {
  /** The line, counted from 0, below the last change. */
  readonly cursor: number;
  /** How many lines below its stated place the last hunk was found. */
  readonly drift: number;
}

/** Where a hunk belongs, or why that cannot be told; lines count from 0. */
export type Location =
  | {
      readonly kind: "found";
      readonly line: number;
      /** Where it fits as well. */
      readonly others: readonly number[];
    }
  | { readonly kind: "ambiguous"; readonly lines: readonly number[] }
  | { readonly kind: "missing" };

/** Finds the one place a hunk belongs: its lines as they are, else with blanks at line ends ignored; never by a guess. */
export function locateHunk(file: FileLines, hunk: Hunk, progress: Progress): Location {
  const wanted = oldLines(hunk).map((line) => line.text);
  if (wanted.length === 0) return locateInsertion(file.raw, hunk, progress);
  const hint = hintOf(file.raw, hunk, progress);
  for (const [view, form] of [
    [withoutLineEnd, file.exact()],
    [withoutBlanksAtEnd, file.relaxed()],
  ] as const) {
    const needle = wanted.map(view);
    if (hint !== undefined && needle.every((line, index) => line === form.lines[hint + index]))
      return foundAt(hint);
    const runs = form.runsOf(needle);
    if (runs.length > 0) return choose(file.raw, hunk, runs, progress.cursor, hint);
  }
  return { kind: "missing" };
}

/** The lines a hunk expects to find. */
export function oldLines(hunk: Hunk): readonly HunkLine[] {
  return hunk.lines.filter((line) => line.sign !== "+");
}

/** Whether the lines at a place are those of the hunk to the last byte, line ends included. */
export function matchesLiterally(file: readonly string[], hunk: Hunk, at: number): boolean {
  return oldLines(hunk).every(
    (line, index) => file[at + index] === line.text + (line.missingNewline ? "" : "\n"),
  );
}

/** Only added lines: they go where the hunk says, below its anchor, or to the end of the file. */
function locateInsertion(file: readonly string[], hunk: Hunk, { drift }: Progress): Location {
  if (hunk.statedLine !== undefined) {
    const line = Math.max(0, hunk.statedLine - 1 + drift);
    return line <= file.length ? foundAt(line) : { kind: "missing" };
  }
  if (hunk.anchors.length === 0 || hunk.atEnd) return foundAt(file.length);
  return only(anchorLines(file, hunk.anchors).map((line) => line + 1));
}

function choose(
  file: readonly string[],
  hunk: Hunk,
  runs: readonly number[],
  cursor: number,
  hint: number | undefined,
): Location {
  const narrowings: readonly ((runs: readonly number[]) => readonly number[])[] = [
    (left) => anchoredRuns(file, left, hunk.anchors),
    (left) => left.filter((run) => run >= cursor),
    (left) => (hint === undefined ? left : nearest(left, hint)),
    (left) => left.filter((run) => matchesLiterally(file, hunk, run)),
  ];
  let left = runs;
  for (const narrow of narrowings) {
    if (left.length === 1) break;
    const narrowed = narrow(left);
    if (narrowed.length > 0) left = narrowed;
  }
  return only(left, runs);
}

function hintOf(file: readonly string[], hunk: Hunk, { drift }: Progress): number | undefined {
  if (hunk.atEnd) return file.length - oldLines(hunk).length;
  return hunk.statedLine === undefined ? undefined : hunk.statedLine - 1 + drift;
}

function nearest(runs: readonly number[], hint: number): readonly number[] {
  const distance = runs.reduce((least, run) => Math.min(least, Math.abs(run - hint)), Infinity);
  return runs.filter((run) => Math.abs(run - hint) === distance);
}

function only(lines: readonly number[], weighed: readonly number[] = []): Location {
  const [line, ...others] = lines;
  if (line === undefined) return { kind: "missing" };
  return others.length === 0
    ? foundAt(
        line,
        weighed.filter((other) => other !== line),
      )
    : { kind: "ambiguous", lines };
}

function foundAt(line: number, others: readonly number[] = []): Location {
  return { kind: "found", line, others };
}
