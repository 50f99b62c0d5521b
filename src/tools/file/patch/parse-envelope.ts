import type { FilePatch, Hunk } from "./file-patch.ts";
import { malformedPatch, quoteLine } from "./malformed-patch.ts";
import { parseHunkHeader, parseHunkLines } from "./parse-hunk.ts";
import type { PatchLines } from "./patch-lines.ts";
import { isNamePair } from "./unified-paths.ts";

const BEGIN = /^\*\*\* Begin Patch\s*$/;
const END = /^\*\*\* End Patch\s*$/;
const SECTION = /^\*\*\* (Add|Update|Delete) File:(.*)$/s;
const MOVE = /^\*\*\* Move to:(.*)$/s;
const END_OF_FILE = /^\*\*\* End of File\s*$/;

/** Tells whether a line can begin an apply_patch envelope; its first or last line may be missing. */
export function isEnvelopeLine(line: string): boolean {
  return BEGIN.test(line) || SECTION.test(line);
}

/** Tells whether a line is the first or the last one of an envelope. */
export function isFrameLine(line: string): boolean {
  return BEGIN.test(line) || END.test(line);
}

/** Reads the sections of an apply_patch envelope. */
export function parseEnvelope(source: PatchLines, start: number): readonly FilePatch[] {
  const { lines, skipped } = source;
  const patches: FilePatch[] = [];
  let open = true;
  let at = start;
  while (at < lines.length) {
    const line = lines[at]!;
    const end = SECTION.test(line) && open ? sectionEnd(lines, at + 1) : at + 1;
    if (BEGIN.test(line)) open = true;
    else if (END.test(line)) open = false;
    else if (line.trim() !== "") {
      if (!open) throw malformedPatch(skipped + at + 1, `text after *** End Patch: ${quoteLine(line)}`);
      patches.push(parseSection(lines, at, end, skipped));
    }
    at = end;
  }
  if (patches.length === 0)
    throw malformedPatch(skipped + start + 1, "the envelope names no file.", SECTIONS_HINT);
  return patches;
}

const SECTIONS_HINT =
  "Use *** Add File: path, *** Update File: path or *** Delete File: path; to rename, *** Move to: path below *** Update File.";

/** A section reaches to the next one: no other line of an envelope may begin with these words. */
function sectionEnd(lines: readonly string[], from: number): number {
  let end = from;
  while (end < lines.length && !isEnvelopeLine(lines[end]!) && !END.test(lines[end]!)) end += 1;
  return end;
}

function parseSection(lines: readonly string[], at: number, end: number, skipped: number): FilePatch {
  const [, verb, name = ""] = SECTION.exec(lines[at]!) ?? [];
  const path = name.trim();
  if (verb === undefined) {
    throw malformedPatch(
      skipped + at + 1,
      `expected *** Add File, *** Update File or *** Delete File, found ${quoteLine(lines[at]!)}`,
      SECTIONS_HINT,
    );
  }
  if (path === "") throw malformedPatch(skipped + at + 1, `*** ${verb} File: names no path.`);
  const body: PatchLines = { lines: withoutBlankEnd(lines.slice(at + 1, end)), skipped: skipped + at + 1 };
  if (verb === "Add") return { kind: "add", path, content: addedContent(body) };
  if (verb === "Delete") return parseDelete(path, body);
  return parseUpdate(path, body);
}

/** Empty lines before the next *** line are decoration: an empty line of content carries a sign. */
function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

function addedContent({ lines, skipped }: PatchLines): string {
  return lines
    .map((line, index) => {
      if (line === "" || line.startsWith("+")) return `${line.slice(1)}\n`;
      throw malformedPatch(
        skipped + index + 1,
        `every line of an added file begins with "+", found ${quoteLine(line)}`,
      );
    })
    .join("");
}

function parseDelete(path: string, { lines, skipped }: PatchLines): FilePatch {
  const extra = lines.findIndex((line) => line.trim() !== "");
  if (extra >= 0)
    throw malformedPatch(
      skipped + extra + 1,
      `*** Delete File takes no lines, found ${quoteLine(lines[extra]!)}`,
    );
  return { kind: "delete", path, hunks: [] };
}

function parseUpdate(path: string, body: PatchLines): FilePatch {
  const moveTo = MOVE.exec(body.lines[0] ?? "")?.[1]?.trim();
  if (moveTo === "") throw malformedPatch(body.skipped + 1, "*** Move to: names no path.");
  const start = hunksStart(body.lines, moveTo === undefined ? 0 : 1);
  const hunks = parseHunks({ lines: body.lines.slice(start), skipped: body.skipped + start });
  if (hunks.length > 0) return { kind: "update", path, hunks, ...(moveTo === undefined ? {} : { moveTo }) };
  if (moveTo !== undefined) return { kind: "update", path, moveTo, hunks };
  throw malformedPatch(body.skipped, `*** Update File: ${path} says nothing to change.`);
}

/** Models put the names of a unified diff above its hunks even here, where they say nothing new. */
function hunksStart(lines: readonly string[], start: number): number {
  return isNamePair(lines, start) && lines[start + 2]?.startsWith("@@") ? start + 2 : start;
}

function parseHunks({ lines, skipped }: PatchLines): Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  while (at < lines.length) {
    const start = at;
    while (at < lines.length && lines[at]!.startsWith("@@")) at += 1;
    const headers = lines.slice(start, at);
    const bodyStart = at;
    while (at < lines.length && isBodyLine(lines[at]!)) at += 1;
    const body = parseHunkLines(withoutBlankEnd(lines.slice(bodyStart, at)));
    const atEnd = END_OF_FILE.test(lines[at] ?? "");
    if (atEnd) at += 1;
    const patchLine = skipped + start + 1;
    if (body.length === 0 && at < lines.length && !atEnd) throw badBodyLine(lines[at]!, skipped + at + 1);
    if (!body.some((line) => line.sign !== " "))
      throw malformedPatch(patchLine, "the hunk has no + or - line.");
    hunks.push({ lines: body, ...readHeaders(headers), ...(atEnd ? { atEnd } : {}), patchLine });
  }
  return hunks;
}

function isBodyLine(line: string): boolean {
  return line === "" || /^[ +\-\\]/.test(line);
}

/** Models mix in the numbers of unified diffs; they are as good a hint here as there. */
function readHeaders(headers: readonly string[]): Pick<Hunk, "anchors" | "statedLine"> {
  const anchors: string[] = [];
  let statedLine: number | undefined;
  for (const header of headers) {
    const numbers = parseHunkHeader(header);
    const anchor = header
      .slice(2)
      .replace(/@@\s*$/, "")
      .trim();
    if (numbers !== undefined) statedLine = numbers.oldStart;
    else if (anchor !== "") anchors.push(anchor);
  }
  return { anchors, ...(statedLine === undefined ? {} : { statedLine }) };
}

function badBodyLine(line: string, lineNumber: number): Error {
  return malformedPatch(
    lineNumber,
    `expected a line that begins with " ", "+", "-" or "@@", found ${quoteLine(line)}`,
    "Unchanged lines begin with one space.",
  );
}
