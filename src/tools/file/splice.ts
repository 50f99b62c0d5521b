/** The bytes from `start` to `end` of a file give way to `bytes`. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly bytes: Uint8Array;
}

/** The content after disjoint splices in file order, as pieces that share the memory of the original. */
export function applySplices(original: Uint8Array, splices: readonly Splice[]): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { start, end, bytes } of splices) {
    pieces.push(original.subarray(at, start), bytes);
    at = end;
  }
  pieces.push(original.subarray(at));
  return pieces.length > MOST_PIECES ? [Buffer.concat(pieces)] : pieces;
}

/** Beyond this, copying the content once is cheaper than handling its pieces. */
const MOST_PIECES = 1024;

/** How many bytes a splice adds; negative when it takes some away. */
export function growthOf({ start, end, bytes }: Splice): number {
  return bytes.length - (end - start);
}
