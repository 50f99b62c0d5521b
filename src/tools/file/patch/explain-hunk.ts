import { type Alternative, Fault } from "../../../kernel/index.ts";
import { charDiff } from "../diff/char-diff.ts";
import { similarPlaces } from "../edit/explain-miss.ts";
import { findClosest, type SimilarLines } from "../edit/find-closest.ts";
import { lineList, lineRange } from "../edit/line-list.ts";
import { notChosen } from "../not-chosen.ts";
import { type FileLines, withoutLineEnd } from "./file-lines.ts";
import type { Hunk } from "./file-patch.ts";
import { findRuns } from "./find-runs.ts";
import { oldLines } from "./locate-hunk.ts";

/** A hunk, and what to call it when speaking to the caller. */
export interface NumberedHunk {
  readonly path: string;
  readonly hunk: Hunk;
  readonly number: number;
  readonly of: number;
}

/** The fault of a hunk that fits several places. */
export function ambiguousHunk(numbered: NumberedHunk, lines: readonly number[]): Fault {
  const places = lineList(lines.map((line) => line + 1));
  return new Fault(
    "tool_error",
    `${nameOf(numbered)} fits ${lines.length} places: ${places}. Nothing was changed.`,
    {
      hint: "Add unchanged lines around the change, or name the function or section above it after @@.",
      alternatives: hunkPlaces(numbered, lines, "it is not the only place that fits"),
    },
  );
}

/** The fault of a hunk whose lines are not in the file: where the most similar ones are, and how they differ. */
export function missingHunk(numbered: NumberedHunk, text: string, file: FileLines): Fault {
  if (oldLines(numbered.hunk).length === 0) return homelessInsertion(numbered, file);
  const opening = `${nameOf(numbered)} does not fit: its unchanged and removed lines are not in the file. Nothing was changed.`;
  const wanted = oldLines(numbered.hunk).map((line) => withoutLineEnd(line.text));
  const known = knownMistake(numbered.hunk, wanted, file);
  if (known !== undefined) return new Fault("tool_error", `${opening} ${known.what}`, { hint: known.hint });
  const [region, ...others] = linesButForBlanks(file, wanted) ?? findClosest(text, wanted.join("\n")).similar;
  if (region === undefined) {
    return new Fault("tool_error", `${opening} No similar lines were found.`, {
      hint: `Read ${numbered.path} again.`,
    });
  }
  const { firstLine, lastLine } = region;
  const place = lineRange(firstLine, lastLine);
  const found = file.exact().lines.slice(firstLine - 1, lastLine);
  const difference = charDiff(wanted.join("\n"), found.join("\n"), { firstLine });
  return new Fault(
    "tool_error",
    `${opening}\nClosest text is at ${place} ([-only in the patch-], {+only in the file+}):\n${difference}`,
    {
      hint: `Copy the lines as the file has them; read ${place} if more is needed.`,
      alternatives: similarPlaces(numbered.path, [region, ...others], "it is not what the hunk says"),
    },
  );
}

/** Tells the record which places of a file a hunk was not put to; lines count from 0. */
export function hunkPlaces(
  { path, number }: NumberedHunk,
  lines: readonly number[],
  why: string,
): readonly Alternative[] {
  return notChosen(
    lines.map((line) => `${path}, line ${line + 1}`),
    `hunk ${number}: ${why}`,
  );
}

function nameOf({ path, hunk, number, of }: NumberedHunk): string {
  return `Hunk ${number} of ${of} for ${path} (line ${hunk.patchLine} of the patch)`;
}

function homelessInsertion(numbered: NumberedHunk, { raw }: FileLines): Fault {
  const { hunk, path } = numbered;
  const problem =
    hunk.statedLine === undefined
      ? `no line of ${path} is ${JSON.stringify(hunk.anchors.at(-1))}`
      : `it belongs at line ${hunk.statedLine}, and ${path} has only ${raw.length}`;
  return new Fault(
    "tool_error",
    `${nameOf(numbered)} only adds lines, but ${problem}. Nothing was changed.`,
    {
      hint: "Add an unchanged line next to the place.",
    },
  );
}

interface KnownMistake {
  readonly what: string;
  readonly hint: string;
}

function knownMistake(hunk: Hunk, wanted: readonly string[], file: FileLines): KnownMistake | undefined {
  const done = placeWhenDone(hunk, file);
  if (done !== undefined) {
    return {
      what: `Its result is there already, at line ${done + 1}.`,
      hint: "The hunk seems to have been applied before; read that line to be sure, and leave the hunk out.",
    };
  }
  const bare = wanted.map((line) => line.replace(LINE_NUMBER, ""));
  const isNumbered = bare.some((line, at) => line !== wanted[at]) && file.exact().runsOf(bare).length > 0;
  if (!isNumbered) return undefined;
  return {
    what: "Its lines begin with line numbers.",
    hint: "Leave out the numbers and the tab after them.",
  };
}

/** The gutter that read puts before every line. */
const LINE_NUMBER = /^ *\d+\t/;

/** Fewer lines than this may well stand somewhere by chance. */
const FEWEST_TELLING = 2;

function placeWhenDone(hunk: Hunk, file: FileLines): number | undefined {
  const wanted = hunk.lines.filter((line) => line.sign !== "-").map((line) => withoutLineEnd(line.text));
  const [line] = wanted.length < FEWEST_TELLING ? [] : file.exact().runsOf(wanted);
  return line;
}

/** Indentation is never guessed at, but lines that differ in nothing else are the ones that were meant. */
function linesButForBlanks(file: FileLines, wanted: readonly string[]): readonly SimilarLines[] | undefined {
  const runs = findRuns(file.exact().lines.map(withoutBlanks), wanted.map(withoutBlanks));
  if (runs.length === 0) return undefined;
  return runs.map((run) => ({ firstLine: run + 1, lastLine: run + wanted.length, likeness: 1 }));
}

function withoutBlanks(line: string): string {
  return line.replaceAll(/\s+/gu, "");
}
