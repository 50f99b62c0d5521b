/** How long and how much a proxy holds. */
export interface ProxyLimits {
  /** Clients at once; those beyond are turned away. */
  readonly connections: number;
  /** Of the headers of one request. */
  readonly headerBytes: number;
  /** Until the headers of a request are complete. */
  readonly headersMs: number;
  /** For looking up, and again for connecting. */
  readonly connectMs: number;
  /** Without a byte in either direction. */
  readonly idleMs: number;
  /** The same once one side has said all it had to say; a client that left looks like that. */
  readonly halfOpenMs: number;
}

/** What holds unless told otherwise. */
export const STANDARD_PROXY_LIMITS: ProxyLimits = {
  connections: 256,
  headerBytes: 16 * 1024,
  headersMs: 15_000,
  connectMs: 10_000,
  idleMs: 300_000,
  halfOpenMs: 30_000,
};
