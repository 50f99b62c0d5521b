/** How long and how much one request may take. */
export interface NetLimits {
  /** For the look-up and the connection, encryption included. */
  readonly connectMs: number;
  /** From the sent request to the end of the answer's headers. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly gapMs: number;
  /** For everything together. */
  readonly totalMs: number;
  /** Of the body, after decompression. */
  readonly maxBytes: number;
}

/** What holds unless told otherwise. */
export const STANDARD_LIMITS: NetLimits = {
  connectMs: 10_000,
  headersMs: 20_000,
  gapMs: 10_000,
  totalMs: 60_000,
  maxBytes: 16 * 1024 * 1024,
};
