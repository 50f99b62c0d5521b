/** A value that was just made, and how long and at what cost it may be kept. */
export interface Made<T> {
  readonly value: T;
  readonly bytes: number;
  /** Zero: not kept at all. */
  readonly keepMs: number;
}

/**
 * Values that could be made again at any time: kept for a while, bounded, gone with the session.
 * Contract: whoever asks for a key while it is being made waits for the same making, which is cancelled only when
 * nobody waits any more; a failed making is not kept.
 */
export interface Cache {
  get<T>(key: string, make: (cancel: AbortSignal) => Promise<Made<T>>, cancel: AbortSignal): Promise<T>;
}
