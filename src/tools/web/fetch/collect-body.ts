import { Fault, faultInfoOf } from "../../../kernel/index.ts";

/** As much of a body as was wanted and came. */
export interface Collected {
  readonly bytes: Uint8Array;
  /** There is more than was wanted. */
  readonly isFull: boolean;
  /** Why the rest did not come. */
  readonly trouble?: string;
}

/** How much of a body is wanted. */
export interface CollectOptions {
  readonly most: number;
  readonly cancel: AbortSignal;
  /** A body that fails before its first byte is no fault but nothing. */
  readonly mayFail: boolean;
}

/** Gathers a body up to a number of bytes; one that fails half-way gives what it had. */
export async function collectBody(
  body: AsyncIterable<Uint8Array>,
  { most, cancel, mayFail }: CollectOptions,
): Promise<Collected> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const piece of body) {
      const taken = piece.subarray(0, most - length);
      pieces.push(taken);
      length += taken.length;
      if (taken.length < piece.length) return { bytes: Buffer.concat(pieces), isFull: true };
    }
    return { bytes: Buffer.concat(pieces), isFull: false };
  } catch (error) {
    cancel.throwIfAborted();
    if ((length === 0 && !mayFail) || !(error instanceof Fault)) throw error;
    const isFull = length === most;
    return {
      bytes: Buffer.concat(pieces),
      isFull,
      ...(isFull ? {} : { trouble: faultInfoOf(error).message }),
    };
  }
}
