/** Something of a time and a size. */
export interface Dated {
  readonly at: number;
  readonly bytes: number;
}

/** The oldest that must go for the rest to fit. */
export function oldestBeyond(all: readonly Dated[], maxBytes: number): ReadonlySet<Dated> {
  let excess = all.reduce((sum, { bytes }) => sum + bytes, 0) - maxBytes;
  const gone = new Set<Dated>();
  for (const each of all.toSorted((one, other) => one.at - other.at)) {
    if (excess <= 0) break;
    gone.add(each);
    excess -= each.bytes;
  }
  return gone;
}
