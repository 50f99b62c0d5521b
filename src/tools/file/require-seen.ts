import { digestOf, Fault, type SeenRange, type ToolContext } from "../../kernel/index.ts";
import type { LoadedFile } from "./text-file.ts";

/** A stretch of a file that is about to change; an empty one stands for a place between two bytes. */
interface Place {
  readonly start: number;
  readonly end: number;
}

type SeenContext = { readonly state: Pick<ToolContext["state"], "seen"> };
type ProvenFile = Pick<LoadedFile, "path" | "realPath" | "bytes">;

/**
 * Where a session demands it, refuses to change what it has not seen or what is no longer as it saw it. The places are
 * in the order of the file, and its bytes are those that a compare-and-swap goes on to replace.
 */
export function requireSeen(ctx: SeenContext, file: ProvenFile, places: readonly Place[]): void {
  if (ctx.state.seen.isRequired !== true) return;
  const claims = claimsOn(ctx, file);
  const isTrue = createCheck(file.bytes);
  const unseen = places.find((place) => !isCovered(place, claims, isTrue));
  if (unseen !== undefined) throw refusal(file, unseen, claims, isTrue);
}

/** The same for all of a file, which is to be replaced or deleted. */
export function requireSeenWhole(ctx: SeenContext, file: ProvenFile): void {
  const all = { start: 0, end: file.bytes.length };
  const claims = claimsOn(ctx, file).filter(({ start, end, isWhole }) => {
    // The view of a notebook that left outputs out spans the file without having shown all of it.
    return isWhole || start > 0 || end < all.end;
  });
  const isTrue = createCheck(file.bytes);
  if (!isCovered(all, claims, isTrue)) throw refusal(file, all, claims, isTrue);
}

interface Claim extends SeenRange {
  readonly isWhole: boolean;
}

function claimsOn({ state }: SeenContext, { realPath, bytes }: ProvenFile): Claim[] {
  return state.seen.of(realPath).flatMap(({ ranges, whole }): Claim[] => {
    const parts = ranges.map((range) => ({ ...range, isWhole: false }));
    if (whole === undefined) return parts;
    return [{ start: 0, end: bytes.length, digest: whole, isWhole: true }, ...parts];
  });
}

type Check = (claim: Claim) => boolean;

/** Each stretch is hashed at most once, and only if something depends on it. */
function createCheck(bytes: Uint8Array): Check {
  const digests = new Map<string, string>();
  return ({ start, end, digest }) => {
    if (end > bytes.length) return false;
    const name = `${start}-${end}`;
    const now = digests.get(name) ?? digestOf(bytes.subarray(start, end));
    digests.set(name, now);
    return now === digest;
  };
}

function isCovered(place: Place, claims: readonly Claim[], isTrue: Check): boolean {
  let reached = place.start;
  for (const claim of claims.filter((each) => overlaps(each, place)).toSorted((a, b) => a.start - b.start)) {
    if (claim.start > reached) return false;
    if (claim.end < reached || !isTrue(claim)) continue;
    if (claim.end >= place.end) return true;
    reached = claim.end;
  }
  return false;
}

function overlaps(claim: Place, place: Place): boolean {
  return claim.start <= place.end && claim.end >= place.start;
}

function refusal({ path, bytes }: ProvenFile, place: Place, claims: readonly Claim[], isTrue: Check): Fault {
  const [first, last] = [lineAt(bytes, place.start), lineAt(bytes, Math.max(place.start, place.end - 1))];
  const lines = first === last ? `line ${first}` : `lines ${first}–${last}`;
  const hasChanged = claims.some(
    (claim) => claim.start < place.end && claim.end > place.start && !isTrue(claim),
  );
  const message = hasChanged
    ? `${path} is not as you read it at ${lines}; nothing was written.`
    : `You have not read ${lines} of ${path}, which this would change; nothing was written.`;
  const again = /\.ipynb$/i.test(path)
    ? `Read ${path} first and repeat the call; if it is long, the page with the cell.`
    : `Read ${path} with offset=${first} limit=${last - first + 1} first, and repeat the call.`;
  return new Fault("denied_proof", message, { hint: again });
}

const LINE_FEED = 0x0a;

function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0 && at < offset; at = bytes.indexOf(LINE_FEED, at + 1))
    line += 1;
  return line;
}
