import { alignInside } from "./align-inside.ts";
import { scoreWindows, type Window } from "./score-windows.ts";

/** A stretch of lines that is like a wanted text. */
export interface SimilarLines {
  readonly firstLine: number;
  readonly lastLine: number;
  /** From 0 for nothing in common to 1 for equal. */
  readonly likeness: number;
}

/** The text most like a wanted one. */
export interface ClosestRegion extends SimilarLines {
  /** Its line endings are told only where the wanted text tells its own. */
  readonly found: string;
  readonly expected: string;
}

/** The outcome of a search for similar text. */
export interface Closest {
  /** Absent when nothing is worth showing. */
  readonly region?: ClosestRegion;
  /** Every place that was compared and is worth naming, the most similar first. */
  readonly similar: readonly SimilarLines[];
  /** Whether only a part of the text was searched, because it is large. */
  readonly isPart: boolean;
}

/** Finds the text that is most like a wanted one; the work is bounded however large both are. */
export function findClosest(text: string, wanted: string): Closest {
  const zone = zoneOf(text, wanted);
  const isPart = zone.text.length < text.length;
  const regions = scoreWindows(zone.text, wanted)
    .map((window) => compare(zone.text, window, wanted))
    .filter(({ likeness }) => likeness > LEAST_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .map((candidate) => regionOf(zone, candidate, wanted));
  const [region] = regions;
  const similar = regions.filter(
    ({ firstLine }, at) => regions.findIndex((other) => other.firstLine === firstLine) === at,
  );
  return { isPart, similar, ...(region === undefined ? {} : { region }) };
}

const LEAST_LIKENESS = 0.5;

/** How much text is looked at line by line. */
const MOST_SCANNED = 8 * 1024 * 1024;

interface Zone {
  readonly text: string;
  readonly linesBefore: number;
}

/** In a large text, the surroundings of the first line or word of the wanted one that occurs at all. */
function zoneOf(text: string, wanted: string): Zone {
  if (text.length <= MOST_SCANNED) return { text, linesBefore: 0 };
  const at = anchorsOf(wanted)
    .map((anchor) => text.indexOf(anchor))
    .find((index) => index !== -1);
  const from = Math.max(0, (at ?? 0) - MOST_SCANNED / 2);
  const start = from === 0 ? 0 : text.indexOf("\n", from) + 1;
  return { text: text.slice(start, start + MOST_SCANNED), linesBefore: breaksIn(text, 0, start) };
}

const ANCHORS = 3;
const SHORTEST_ANCHOR = 6;

function anchorsOf(wanted: string): string[] {
  const lines = wanted.split(/[\r\n]+/).map((line) => line.trim());
  return [lines, wanted.split(/\W+/)].flatMap((parts) =>
    parts
      .filter((part) => part.length >= SHORTEST_ANCHOR)
      .toSorted((a, b) => b.length - a.length)
      .slice(0, ANCHORS),
  );
}

function breaksIn(text: string, start: number, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly likeness: number;
}

/** Longer texts are compared by whole lines and their words only. */
const MOST_ALIGNED = 1500;

/** How far beyond the best lines a match may begin or end. */
const MARGIN = 200;

function compare(text: string, window: Window, wanted: string): Candidate {
  if (wanted.length > MOST_ALIGNED) return { ...window, likeness: window.score };
  const from = Math.max(0, window.start - MARGIN);
  const room = text.slice(from, Math.min(window.end + MARGIN, from + 2 * MOST_ALIGNED));
  const { start, end, changes } = alignInside(room, wanted);
  const firstLine = window.line - breaksIn(text, from, window.start);
  return {
    start: from + start,
    end: from + end,
    line: firstLine + breaksIn(room, 0, start),
    likeness: 1 - changes / wanted.length,
  };
}

function regionOf(zone: Zone, { start, end, line, likeness }: Candidate, expected: string): ClosestRegion {
  const text = zone.text.slice(start, end);
  const firstLine = zone.linesBefore + line;
  return {
    firstLine,
    lastLine: firstLine + breaksIn(text, 0, text.length - 1),
    likeness,
    found: expected.includes("\r") ? text : text.replaceAll("\r\n", "\n"),
    expected,
  };
}
