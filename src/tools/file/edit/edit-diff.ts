import { clamp } from "../../../kernel/index.ts";
import { type DiffRegion, renderRegionDiff } from "../diff/render-unified-diff.ts";
import { countNewlines, nextNewline, newlineWidth } from "../read/newlines.ts";
import { applySplices, type Splice } from "../splice.ts";
import type { EditPlan } from "./plan-edits.ts";
import type { TextBody } from "./text-body.ts";

/** A unified diff of what a plan changes, made from the changed places alone and bounded in size. */
export function editDiff(path: string, { body, splices }: EditPlan, lines: readonly number[]): string {
  const regions: DiffRegion[] = [];
  let rendered = 0;
  for (let index = 0; index < splices.length && rendered < MOST_RENDERED;) {
    const place = placeAround(body, splices, index);
    const region = regionOf(body, place, lines[index]!);
    regions.push(region);
    rendered += region.before.length + region.after.length;
    index += place.splices.length;
  }
  return clamp(renderRegionDiff(regions, { beforePath: path, afterPath: path }), {
    kind: "head",
    maxBytes: MOST_BYTES - ROOM_FOR_NOTICE,
    notice: (dropped) => `\n[… ${dropped} more bytes of diff …]\n`,
  });
}

const MOST_BYTES = 16 * 1024;
const ROOM_FOR_NOTICE = 64;

/** What is rendered beyond this would be cut off anyway. */
const MOST_RENDERED = 4 * MOST_BYTES;

const CONTEXT = 3;

/** How far the ends of lines are looked for; a line that reaches further is shown in part. */
const REACH = 4096;

/** A stretch of whole lines and the splices inside. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly splices: readonly Splice[];
}

function placeAround(body: TextBody, splices: readonly Splice[], index: number): Place {
  const start = linesBefore(body, splices[index]!.start);
  let next = index;
  let end = start;
  do {
    end = linesAfter(body, splices[next]!.end);
    next++;
  } while (next < splices.length && end - start < MOST_RENDERED && reaches(body, end, splices[next]!));
  return { start, end, splices: splices.slice(index, next) };
}

function reaches(body: TextBody, end: number, next: Splice): boolean {
  return next.start < end || linesBefore(body, next.start) < end;
}

/** The start of the line a few lines above an offset. */
function linesBefore({ bytes, newline }: TextBody, offset: number): number {
  const from = Math.max(0, offset - REACH);
  const starts = [];
  const block = bytes.subarray(from, offset);
  for (let at = nextNewline(block, 0, newline); at !== -1; at = nextNewline(block, at, newline)) {
    at += newlineWidth(newline);
    starts.push(from + at);
  }
  if (from === 0) starts.unshift(0);
  return starts.at(-CONTEXT - 1) ?? starts[0] ?? from;
}

/** The end of the line a few lines below an offset. */
function linesAfter({ bytes, newline }: TextBody, offset: number): number {
  const block = bytes.subarray(offset, offset + REACH);
  let end = 0;
  for (let line = 0; line <= CONTEXT; line++) {
    const at = nextNewline(block, end, newline);
    if (at === -1) return offset + (end === 0 || offset + block.length === bytes.length ? block.length : end);
    end = at + newlineWidth(newline);
  }
  return offset + end;
}

function regionOf(body: TextBody, { start, end, splices }: Place, line: number): DiffRegion {
  const { bytes, codec, newline } = body;
  const before = bytes.subarray(start, end);
  const moved = splices.map((splice) => ({
    ...splice,
    start: splice.start - start,
    end: splice.end - start,
  }));
  const above = countNewlines(bytes.subarray(start, splices[0]!.start), newline);
  return {
    startLine: line - above,
    before: codec.decode(before),
    after: codec.decode(Buffer.concat(applySplices(before, moved))),
  };
}
