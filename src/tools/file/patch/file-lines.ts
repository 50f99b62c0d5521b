import { splitLines } from "../diff/split-lines.ts";
import { findRuns } from "./find-runs.ts";

/** The lines of a file in the forms that hunks are compared with. */
export interface FileLines {
  /** As they are, line ends included. */
  readonly raw: readonly string[];
  /** Without line ends. */
  exact(): LineForm;
  /** Without line ends and the blanks before them. */
  relaxed(): LineForm;
}

/** Lines that can be searched many times. */
export interface LineForm {
  readonly lines: readonly string[];
  /** Every place where the wanted lines stand one below the other. */
  runsOf(wanted: readonly string[]): readonly number[];
}

/** Splits a text once and makes each form when it is first asked for. */
export function createFileLines(text: string): FileLines {
  const raw = splitLines(text);
  let exact: LineForm | undefined;
  let relaxed: LineForm | undefined;
  return {
    raw,
    exact: () => (exact ??= createLineForm(raw.map(withoutLineEnd))),
    relaxed: () => (relaxed ??= createLineForm(raw.map(withoutBlanksAtEnd))),
  };
}

/** A line without what ends it. */
export function withoutLineEnd(line: string): string {
  const end = line.endsWith("\n") ? line.length - 1 : line.length;
  return line.slice(0, line[end - 1] === "\r" ? end - 1 : end);
}

/** A line without what ends it and the blanks before that. */
export function withoutBlanksAtEnd(line: string): string {
  return line.trimEnd();
}

/** From this many searches on, knowing where each line stands is worth finding it out. */
const WORTH_INDEX = 8;
/** A line that stands in more places than this hardly narrows the search. */
const MOST_PLACES = 64;

function createLineForm(lines: readonly string[]): LineForm {
  let searches = 0;
  let places: ReadonlyMap<string, readonly number[]> | undefined;
  return {
    lines,
    runsOf: (wanted) => {
      searches += 1;
      if (searches < WORTH_INDEX) return findRuns(lines, wanted);
      places ??= placesOf(lines);
      const found = wanted.map((line) => places?.get(line) ?? []);
      const rarest = found.reduce((least, next, at) => (next.length < found[least]!.length ? at : least), 0);
      if ((found[rarest]?.length ?? 0) > MOST_PLACES) return findRuns(lines, wanted);
      const starts = (found[rarest] ?? []).map((place) => place - rarest);
      return starts.filter((start) => wanted.every((line, at) => line === lines[start + at]));
    },
  };
}

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, at) => {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else known.push(at);
  });
  return places;
}
