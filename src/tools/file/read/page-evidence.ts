import { createHash, type Hash } from "node:crypto";
import type { Evidence, FsFile, SeenRange } from "../../../kernel/index.ts";
import type { ShownLine } from "./shown-line.ts";

/** What a page proves to have been seen of a file: every byte shown, and none of what was cut. */
export function pageEvidence(file: FsFile, page: readonly ShownLine[]): Evidence {
  const ranges = seenRanges(page);
  const [only] = ranges;
  const isWhole = ranges.length === 1 && only?.start === 0 && only.end === file.size;
  const seen = { path: file.path, identity: file.identity, ranges, shownBy: "read" };
  return isWhole ? { ...seen, whole: only.digest } : seen;
}

/** Tells whether the session was shown exactly this before, in the same form. */
export function wasShownBefore(evidence: Evidence, earlier: readonly Evidence[]): boolean {
  return earlier.some(
    ({ identity, shownBy, ranges }) =>
      identity === evidence.identity && shownBy === evidence.shownBy && areSame(ranges, evidence.ranges),
  );
}

function areSame(some: readonly SeenRange[], others: readonly SeenRange[]): boolean {
  return (
    some.length === others.length &&
    some.every(
      ({ start, digest }, index) => start === others[index]?.start && digest === others[index].digest,
    )
  );
}

function seenRanges(page: readonly ShownLine[]): SeenRange[] {
  const open: { start: number; end: number; hash: Hash }[] = [];
  for (const { raw, seen } of page) {
    let range = open.at(-1);
    if (range?.end !== raw.start) {
      range = { start: raw.start, end: raw.start, hash: createHash("sha256") };
      open.push(range);
    }
    range.hash.update(raw.bytes.subarray(0, seen));
    range.end += seen;
  }
  return open.map(({ start, end, hash }) => ({ start, end, digest: hash.digest("hex") }));
}
