/** The result codes of SQLite that a store tells apart. */
export const SQLITE = {
  error: 1,
  perm: 3,
  busy: 5,
  readonly: 8,
  ioerr: 10,
  corrupt: 11,
  full: 13,
  cantopen: 14,
  protocol: 15,
  constraint: 19,
  notadb: 26,
} as const;

/** What SQLite answered instead of doing as it was told; every driver throws this and nothing of its own. */
export class SqliteFailure extends Error {
  override readonly name: string = "SqliteFailure";
  /** The primary result code, without the bits that say more. */
  readonly result: number;

  constructor(result: number, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.result = result & 0xff;
  }
}

/** Tells whether an error is one of these answers of SQLite. */
export function isFailure(error: unknown, ...results: readonly number[]): error is SqliteFailure {
  return error instanceof SqliteFailure && results.includes(error.result);
}
