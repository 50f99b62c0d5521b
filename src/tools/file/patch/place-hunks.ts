import { type Alternative, Fault } from "../../../kernel/index.ts";
import { ambiguousHunk, hunkPlaces, missingHunk } from "./explain-hunk.ts";
import { createFileLines, withoutLineEnd } from "./file-lines.ts";
import type { Hunk, HunkLine } from "./file-patch.ts";
import { locateHunk, matchesLiterally, oldLines } from "./locate-hunk.ts";

/** Lines `start` to `end` of a file, counted from 0, give way to `text`. */
export interface LineSplice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** What hunks make of a file. */
export interface PlacedHunks {
  readonly lines: readonly string[];
  /** Disjoint, in file order. */
  readonly splices: readonly LineSplice[];
  /** Where hunks fit as well. */
  readonly alternatives: readonly Alternative[];
}

/** Finds the place of every hunk in a text, all matched against the text as it was, or throws a fault about the first that has none. */
export function placeHunks(path: string, text: string, hunks: readonly Hunk[]): PlacedHunks {
  const file = createFileLines(text);
  const splices: LineSplice[] = [];
  const alternatives: Alternative[] = [];
  let progress = { cursor: 0, drift: 0 };
  hunks.forEach((hunk, index) => {
    const place = { path, hunk, number: index + 1, of: hunks.length };
    const location = locateHunk(file, hunk, progress);
    if (location.kind === "missing") throw missingHunk(place, text, file);
    if (location.kind === "ambiguous") throw ambiguousHunk(place, location.lines);
    alternatives.push(...hunkPlaces(place, location.others, "another place fits what it says better"));
    const placed = splicesAt(file.raw, hunk, location.line);
    for (const splice of placed) splices.push(splice);
    progress = {
      cursor: placed.at(-1)!.end,
      drift: hunk.statedLine === undefined ? progress.drift : location.line - (hunk.statedLine - 1),
    };
  });
  return { lines: file.raw, splices: disjoint(path, splices), alternatives };
}

/** Unchanged lines of a hunk stay out of the splices, so their bytes are never written anew. */
function splicesAt(lines: readonly string[], hunk: Hunk, line: number): LineSplice[] {
  // Where the hunk and the file agree on line ends too, added lines are taken as they are spelled.
  const speaksOfEnds = oldLines(hunk).length > 0 || lines.length === 0;
  const literal = speaksOfEnds && matchesLiterally(lines, hunk, line);
  return changesOf(hunk, line).map((change) => ({
    start: change.start,
    end: change.end,
    text: addedText(lines, change, literal),
  }));
}

interface HunkChange {
  readonly start: number;
  readonly end: number;
  readonly added: readonly HunkLine[];
}

function changesOf(hunk: Hunk, line: number): HunkChange[] {
  const changes: HunkChange[] = [];
  let at = line;
  let change: { start: number; end: number; added: HunkLine[] } | undefined;
  for (const hunkLine of hunk.lines) {
    if (hunkLine.sign === " ") {
      change = undefined;
      at += 1;
      continue;
    }
    if (change === undefined) changes.push((change = { start: at, end: at, added: [] }));
    if (hunkLine.sign === "+") change.added.push(hunkLine);
    else change.end = at += 1;
  }
  return changes;
}

/** The text of added lines, with the line ends of the file where the patch does not speak of them. */
function addedText(lines: readonly string[], { start, end, added }: HunkChange, literal: boolean): string {
  const last = added.at(-1);
  if (last === undefined) return "";
  const atEnd = end === lines.length;
  const lineEnd = literal ? "\n" : lineEndNear(lines, start);
  const texts = added.map(({ text }) => (literal ? text : withoutLineEnd(text)));
  const opens = start === lines.length && lacksLineEnd(lines.at(-1)) ? lineEnd : "";
  const closes = atEnd && endsWithout(lines, last, literal) ? "" : lineEnd;
  return opens + texts.join(lineEnd) + closes;
}

/** A file without a final line end keeps none, unless the hunk saw that and says otherwise. */
function endsWithout(lines: readonly string[], last: HunkLine, literal: boolean): boolean {
  return last.missingNewline === true || (!literal && lacksLineEnd(lines.at(-1)));
}

function lacksLineEnd(line: string | undefined): boolean {
  return line !== undefined && !line.endsWith("\n");
}

function lineEndNear(lines: readonly string[], at: number): string {
  const near = [lines[at], lines[at - 1], lines[0]].find((line) => line?.endsWith("\n"));
  return near?.endsWith("\r\n") ? "\r\n" : "\n";
}

function disjoint(path: string, splices: readonly LineSplice[]): LineSplice[] {
  const sorted = splices.toSorted((a, b) => a.start - b.start || a.end - b.end);
  sorted.forEach(({ start }, index) => {
    if ((sorted[index - 1]?.end ?? 0) <= start) return;
    throw new Fault("tool_error", `Two hunks of the patch change line ${start + 1} of ${path}.`, {
      hint: "Join them into one hunk.",
    });
  });
  return sorted;
}
