import type { Evidence, FsFile, SeenRange } from "../../kernel/index.ts";
import { digestOfRange } from "./digest-of-range.ts";

/** How far a proof is checked, and how long it holds where it cannot be. */
export interface ProofLimits {
  readonly now: number;
  readonly maxAgeMs: number;
  readonly maxHashBytes: number;
}

/** Tells whether anything that was seen of a file is still so. */
export async function hasSeenSome(
  file: FsFile,
  evidence: readonly Evidence[],
  limits: ProofLimits,
): Promise<boolean> {
  for (const seen of evidence) {
    const claims = claimsOf(seen, file);
    if (claims.length === 0 && isTrusted(seen, file, limits)) return true;
    for (const claim of claims) if (await holds(claim, seen, file, limits)) return true;
  }
  return false;
}

/** Tells whether all of a file was seen, at once or part by part, and is still so. */
export async function hasSeenWhole(
  file: FsFile,
  evidence: readonly Evidence[],
  limits: ProofLimits,
): Promise<boolean> {
  if (file.size > limits.maxHashBytes) {
    const trusted = evidence.filter((seen) => isTrusted(seen, file, limits));
    return trusted.some(({ whole }) => whole !== undefined) || spans(file, partsOf(trusted, file));
  }
  const wholes = new Set(evidence.flatMap(({ whole }) => whole ?? []));
  if (wholes.size > 0 && wholes.has(await digestOfRange(file, 0, file.size))) return true;
  const parts = partsOf(evidence, file);
  if (!spans(file, parts)) return false;
  const stillThere: SeenRange[] = [];
  for (const part of parts) if (await isStillThere(file, part)) stillThere.push(part);
  return spans(file, stillThere);
}

/** Tells whether a range of a file still holds what was seen there. */
export async function isStillThere(file: FsFile, { start, end, digest }: SeenRange): Promise<boolean> {
  return end <= file.size && digest === (await digestOfRange(file, start, end));
}

/** The stretches that evidence speaks of; what was seen whole is one. */
export function claimsOf({ whole, ranges }: Evidence, file: FsFile): readonly SeenRange[] {
  if (whole === undefined || ranges.length > 0) return ranges;
  return [{ start: 0, end: file.size, digest: whole }];
}

/** Where hashing cannot decide, an unchanged identity is believed for a while; a clock that went back ends that. */
function isTrusted({ identity, at }: Evidence, file: Pick<FsFile, "identity">, limits: ProofLimits): boolean {
  return (
    identity === file.identity && at !== undefined && at <= limits.now && limits.now - at <= limits.maxAgeMs
  );
}

function holds(
  claim: SeenRange,
  seen: Evidence,
  file: FsFile,
  limits: ProofLimits,
): boolean | Promise<boolean> {
  if (claim.end - claim.start > limits.maxHashBytes) return isTrusted(seen, file, limits);
  return isStillThere(file, claim);
}

/** A single stretch from end to end that does not say so left something out, as the view of a notebook may. */
function partsOf(evidence: readonly Evidence[], file: FsFile): SeenRange[] {
  return evidence.flatMap(({ ranges }) => ranges.filter(({ start, end }) => start > 0 || end < file.size));
}

function spans(file: FsFile, parts: readonly SeenRange[]): boolean {
  if (file.size === 0) return false;
  let reached = 0;
  for (const { start, end } of parts.toSorted((a, b) => a.start - b.start)) {
    if (start > reached) return false;
    reached = Math.max(reached, end);
  }
  return reached >= file.size;
}
