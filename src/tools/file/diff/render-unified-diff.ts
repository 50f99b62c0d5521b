import { compareSequences } from "./compare-sequences.ts";
import { renderHunks } from "./render-hunks.ts";
import { splitLines } from "./split-lines.ts";

/** How a unified diff names its files and how many unchanged lines surround a change. */
export interface UnifiedDiffOptions {
  /** Written after `---` as given: "a/src/x.ts", or "/dev/null" for a new file. */
  readonly beforePath?: string;
  readonly afterPath?: string;
  readonly context?: number;
}

/** A piece of a file made of whole lines, before and after; it brings its own context lines. */
export interface DiffRegion {
  /** The line number, counted from 1, of the first line of `before` in the old file. */
  readonly startLine: number;
  readonly before: string;
  readonly after: string;
}

/** Renders two texts as a unified diff that git and patch(1) apply; equal texts give an empty string. */
export function renderUnifiedDiff(before: string, after: string, options: UnifiedDiffOptions = {}): string {
  return renderRegionDiff([{ startLine: 1, before, after }], options);
}

/**
 * Renders a unified diff of a large file from the regions that changed, in file order and not overlapping;
 * what lies between them is equal on both sides and never looked at.
 */
export function renderRegionDiff(regions: readonly DiffRegion[], options: UnifiedDiffOptions = {}): string {
  const { context = 3 } = options;
  let grown = 0;
  let hunks = "";
  for (const region of regions) {
    const before = splitLines(region.before);
    const after = splitLines(region.after);
    const beforeOffset = region.startLine - 1;
    const ranges = compareSequences(before, after);
    hunks += renderHunks({ before, after, ranges, beforeOffset, afterOffset: beforeOffset + grown }, context);
    grown += after.length - before.length;
  }
  return hunks === "" ? "" : header(options) + hunks;
}

function header({ beforePath, afterPath }: UnifiedDiffOptions): string {
  if (beforePath === undefined && afterPath === undefined) return "";
  const from = beforePath ?? afterPath ?? "";
  const to = afterPath ?? beforePath ?? "";
  return `--- ${spellPath(from)}\n+++ ${spellPath(to)}\n`;
}

/** git ends a name that holds blanks with a tab and quotes one that holds control characters. */
function spellPath(path: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what must be quoted
  const quoted = path.replace(/[\u0000-\u001F"\\\u007F]/g, escapeInPath);
  if (quoted !== path) return `"${quoted}"`;
  return path.includes(" ") ? `${path}\t` : path;
}

function escapeInPath(character: string): string {
  if (character === '"' || character === "\\") return `\\${character}`;
  return `\\${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}
