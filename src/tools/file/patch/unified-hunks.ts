import type { Hunk } from "./file-patch.ts";
import { malformedPatch, quoteLine } from "./malformed-patch.ts";
import { type HunkHeader, parseHunkHeader, parseHunkLines } from "./parse-hunk.ts";
import type { PatchLines } from "./patch-lines.ts";
import { isUnifiedStart } from "./unified-paths.ts";

/** Hunks read from a place of a patch, and where reading stopped. */
export interface HunksRead {
  readonly hunks: readonly Hunk[];
  readonly end: number;
}

/** Reads the `@@` hunks that begin at a line. */
export function readHunks({ lines, skipped }: PatchLines, start: number): HunksRead {
  const hunks: Hunk[] = [];
  let at = start;
  while (at < lines.length && lines[at]!.startsWith("@@")) {
    const patchLine = skipped + at + 1;
    const header = parseHunkHeader(lines[at]!);
    const end = hunkEnd(lines, at + 1, header);
    const body = parseHunkLines(lines.slice(at + 1, end));
    if (!body.some((line) => line.sign !== " ")) {
      const found = body.length === 0 && end < lines.length ? `, found ${quoteLine(lines[end]!)}` : "";
      throw malformedPatch(patchLine, `the hunk has no + or - line${found}.`);
    }
    hunks.push({ lines: body, anchors: [], ...statedLine(header), patchLine });
    refuseUnsigned(lines[end] ?? "", skipped + end + 1);
    at = end;
  }
  return { hunks, end: at };
}

/** Skipping a line that lost its sign would drop the rest of its hunk in silence. */
function refuseUnsigned(line: string, patchLine: number): void {
  if (line.trim() === "" || BELOW_HUNKS.test(line)) return;
  throw malformedPatch(
    patchLine,
    `expected a line that begins with " ", "+", "-" or "@@", found ${quoteLine(line)}`,
    "Unchanged lines begin with one space; put an empty line before words that are not part of the patch.",
  );
}

/** What programs print right below a hunk. */
const BELOW_HUNKS = /^(?:@@|--- |-- ?$|diff |Index: |Only in |Binary files |GIT binary patch|From |commit )/;

/** The counts decide where a hunk ends; where they cannot be right, as models often get them wrong, its shape does. */
function hunkEnd(lines: readonly string[], start: number, header: HunkHeader | undefined): number {
  const counted = header === undefined ? undefined : countedEnd(lines, start, header);
  if (counted === undefined) return shapedEnd(lines, start);
  let next = counted;
  while (lines[next] === "") next += 1;
  return isBodyLine(lines, next) ? shapedEnd(lines, start) : counted;
}

function countedEnd(lines: readonly string[], start: number, header: HunkHeader): number | undefined {
  let { oldCount, newCount } = header;
  let at = start;
  for (; oldCount > 0 || newCount > 0; at += 1) {
    const line = lines[at];
    if (line === undefined || !hasSign(line)) return undefined;
    if (!/^[+\\]/.test(line)) oldCount -= 1;
    if (!/^[-\\]/.test(line)) newCount -= 1;
  }
  if (oldCount < 0 || newCount < 0) return undefined;
  return lines[at]?.startsWith("\\") ? at + 1 : at;
}

function shapedEnd(lines: readonly string[], start: number): number {
  let end = start;
  for (let at = start; at < lines.length; at += 1) {
    if (isBodyLine(lines, at)) end = at + 1;
    else if (lines[at] !== "") break;
  }
  return end;
}

function isBodyLine(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? "";
  return line !== "" && hasSign(line) && !isUnifiedStart(lines, at) && !isMailSignature(lines, at);
}

function hasSign(line: string): boolean {
  return line === "" || /^[ +\-\\]/.test(line);
}

/** The end of a mailed patch: two dashes, then the version of git. */
function isMailSignature(lines: readonly string[], at: number): boolean {
  return /^-- ?$/.test(lines[at]!) && /^\d/.test(lines[at + 1] ?? "");
}

/** A span of no lines names the line above it. */
function statedLine(header: HunkHeader | undefined): Pick<Hunk, "statedLine"> {
  if (header === undefined) return {};
  return { statedLine: header.oldCount === 0 ? header.oldStart + 1 : header.oldStart };
}
