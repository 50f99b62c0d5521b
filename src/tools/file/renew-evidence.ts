import { digestOf, type Evidence, type FileIdentity, type SeenRange } from "../../kernel/index.ts";
import { growthOf, type Splice } from "./splice.ts";

/** A file as it was when it was opened. */
export interface OriginalFile {
  readonly realPath: string;
  readonly identity: FileIdentity;
  readonly bytes: Uint8Array;
}

/** A file after splices were put into it. */
export interface RewrittenFile {
  readonly original: OriginalFile;
  readonly splices: readonly Splice[];
  /** The new content, as `applySplices` gives it. */
  readonly pieces: readonly Uint8Array[];
  readonly identity: FileIdentity;
}

/**
 * What a session knows of a file after it put splices into it: everything it had seen and that was still true,
 * moved to its new place, and what it wrote itself. The whole file only if the whole had been seen.
 */
export function renewEvidence(rewritten: RewrittenFile, earlier: readonly Evidence[]): Evidence {
  const { original, splices, pieces, identity } = rewritten;
  const path = original.realPath;
  if (wholeStillTrue(earlier, original)) return wholeEvidence(path, identity, pieces);
  const seen = earlier.flatMap((evidence) => rangesStillTrue(evidence, original));
  const moved = seen.slice(0, MOST_RANGES).map((range) => move(range, splices, pieces));
  const written = rangesWritten(splices.slice(0, MOST_RANGES));
  return { path, identity, ranges: outermost([...moved, ...written]) };
}

/** What someone knows of a file who supplied or saw all of its content. */
export function wholeEvidence(
  path: string,
  identity: FileIdentity,
  pieces: readonly Uint8Array[],
): Evidence & { readonly whole: string } {
  const whole = digestOf(...pieces);
  return { path, identity, whole, ranges: [{ start: 0, end: lengthOf(pieces), digest: whole }] };
}

/** How many bytes pieces of content hold together. */
export function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length, 0);
}

const MOST_RANGES = 256;

/** A changed identity alone proves nothing: a touch leaves the bytes as they were. */
function wholeStillTrue(earlier: readonly Evidence[], original: OriginalFile): boolean {
  const newest = earlier.find(({ whole }) => whole !== undefined);
  if (newest === undefined) return false;
  return newest.identity === original.identity || newest.whole === digestOf(original.bytes);
}

function rangesStillTrue({ ranges, identity }: Evidence, original: OriginalFile): readonly SeenRange[] {
  if (identity === original.identity) return ranges;
  return ranges.filter(
    ({ start, end, digest }) =>
      end <= original.bytes.length && digest === digestOf(original.bytes.subarray(start, end)),
  );
}

function rangesWritten(splices: readonly Splice[]): SeenRange[] {
  let grown = 0;
  return splices.map((splice) => {
    const start = splice.start + grown;
    grown += growthOf(splice);
    return { start, end: start + splice.bytes.length, digest: digestOf(splice.bytes) };
  });
}

/** A range that a splice reaches into grows to hold all of it: whoever wrote the splice knows it. */
function move(range: SeenRange, splices: readonly Splice[], pieces: readonly Uint8Array[]): SeenRange {
  const inside = splices.filter(({ start, end }) => start < range.end && end > range.start);
  const first = Math.min(range.start, inside[0]?.start ?? range.start);
  const last = Math.max(range.end, inside.at(-1)?.end ?? range.end);
  const start = first + growth(splices.filter((splice) => splice.end <= first));
  const end = last + growth(splices.filter((splice) => splice.start < last));
  const digest = inside.length === 0 ? range.digest : digestOf(...slicePieces(pieces, start, end));
  return { start, end, digest };
}

function growth(splices: readonly Splice[]): number {
  return splices.reduce((sum, splice) => sum + growthOf(splice), 0);
}

function slicePieces(pieces: readonly Uint8Array[], start: number, end: number): Uint8Array[] {
  let at = 0;
  return pieces.map((piece) => {
    const from = at;
    at += piece.length;
    return piece.subarray(Math.max(0, start - from), Math.max(0, Math.min(piece.length, end - from)));
  });
}

function outermost(ranges: readonly SeenRange[]): SeenRange[] {
  const sorted = ranges.toSorted((a, b) => a.start - b.start || b.end - a.end);
  const kept: SeenRange[] = [];
  for (const range of sorted) {
    if (range.end > (kept.at(-1)?.end ?? -1)) kept.push(range);
  }
  return kept;
}
