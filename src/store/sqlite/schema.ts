/** What marks a database as ours: "DECK". */
export const APPLICATION_ID = 0x4445434b;

/**
 * How each version of the schema is made of the one before; the number of a version is its place, from 1.
 * Contract: a step that was released is never changed, only followed by another.
 */
export const SCHEMA_STEPS: readonly (readonly string[])[] = [
  [
    `CREATE TABLE audit (
      seq INTEGER PRIMARY KEY,
      seal TEXT NOT NULL,
      record TEXT NOT NULL
    ) STRICT`,

    `CREATE TABLE traces (
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      session TEXT NOT NULL,
      tool TEXT NOT NULL,
      success INTEGER NOT NULL,
      at REAL NOT NULL,
      bytes INTEGER NOT NULL,
      trace TEXT NOT NULL
    ) STRICT`,
    // With what is summed up and looked for, so that the traces themselves are not gone through for that; every further
    // index would cost each call another page.
    "CREATE INDEX traces_by_time ON traces (at, n, bytes, tool, success)",
    "CREATE INDEX traces_by_session ON traces (session, at, n, tool, success)",

    `CREATE TABLE approvals (
      n INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      state TEXT NOT NULL,
      expires_at REAL NOT NULL,
      approval TEXT NOT NULL
    ) STRICT`,
    "CREATE INDEX approvals_by_state ON approvals (state, n)",

    `CREATE TABLE evidence (
      n INTEGER PRIMARY KEY,
      session TEXT NOT NULL,
      path TEXT NOT NULL,
      digest TEXT NOT NULL,
      at REAL NOT NULL,
      evidence TEXT NOT NULL,
      UNIQUE (session, path, digest)
    ) STRICT`,

    `CREATE TABLE cells (
      session TEXT NOT NULL,
      name TEXT NOT NULL,
      version INTEGER NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (session, name)
    ) STRICT`,

    `CREATE TABLE undo (
      n INTEGER PRIMARY KEY,
      trace TEXT NOT NULL,
      session TEXT NOT NULL,
      path TEXT NOT NULL,
      at REAL NOT NULL,
      bytes INTEGER NOT NULL,
      before BLOB,
      mode INTEGER,
      after TEXT,
      was TEXT,
      is_now TEXT,
      lost TEXT,
      undone_at REAL
    ) STRICT`,
    "CREATE INDEX undo_by_time ON undo (at, n, bytes)",
    "CREATE INDEX undo_by_trace ON undo (trace, n)",
    "CREATE INDEX undo_by_session ON undo (session, n)",
  ],
  [
    `CREATE TABLE ledger (
      seq INTEGER PRIMARY KEY,
      line TEXT NOT NULL
    ) STRICT`,
  ],
];
