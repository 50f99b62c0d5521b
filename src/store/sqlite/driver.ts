/** What a column can hold. */
export type SqlValue = null | number | string | Uint8Array;

/** A row, by the names of its columns. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** Runs one statement after another. Contract: what SQLite refuses is thrown as a `SqliteFailure`. */
export interface SqliteStatements {
  /** Runs what has no arguments and no answer: settings and schemas. */
  exec(sql: string): Promise<void>;
  /** Says how many rows were changed. */
  run(sql: string, args?: readonly SqlValue[]): Promise<number>;
  all(sql: string, args?: readonly SqlValue[]): Promise<readonly SqlRow[]>;
}

/**
 * One open database.
 * Contract: used by one caller at a time, and never waits for a lock: waiting would hold up the whole process.
 */
export interface SqliteConnection extends SqliteStatements {
  /** Takes the write lock at once (IMMEDIATE), commits when the body is done, rolls back when it throws. */
  transaction<T>(body: (statements: SqliteStatements) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** One way to reach SQLite. */
export interface SqliteDriver {
  readonly name: string;
  open(file: string): Promise<SqliteConnection>;
}
