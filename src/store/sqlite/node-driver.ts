import type { SqliteConnection, SqliteDriver, SqliteStatements, SqlRow, SqlValue } from "./driver.ts";
import { SQLITE, SqliteFailure } from "./sqlite-failure.ts";

/** The part of `node:sqlite` in use; the types of the oldest Node do not know it. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => Database;
}

interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

interface Statement {
  run(...args: readonly SqlValue[]): { readonly changes: number | bigint };
  all(...args: readonly SqlValue[]): unknown[];
}

/** The SQLite inside Node, or nothing where the runtime has none. */
export function tryNodeDriver(): SqliteDriver | undefined {
  const sqlite = process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined;
  if (sqlite === undefined) return undefined;
  return {
    name: "node:sqlite",
    open: async (file) => connectionOf(attempt(() => new sqlite.DatabaseSync(file))),
  };
}

function connectionOf(database: Database): SqliteConnection {
  const statements = statementsOf(database);
  return {
    ...statements,
    transaction: (body) => transaction(statements, body),
    close: async () => attempt(() => database.close()),
  };
}

function statementsOf(database: Database): SqliteStatements {
  const prepared = new Map<string, Statement>();
  const prepare = (sql: string): Statement => {
    const known = prepared.get(sql);
    if (known !== undefined) return known;
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    exec: async (sql) => attempt(() => database.exec(sql)),
    run: async (sql, args = []) => attempt(() => Number(prepare(sql).run(...args).changes)),
    all: async (sql, args = []) => attempt(() => prepare(sql).all(...args) as SqlRow[]),
  };
}

async function transaction<T>(
  statements: SqliteStatements,
  body: (statements: SqliteStatements) => Promise<T>,
): Promise<T> {
  await statements.run("BEGIN IMMEDIATE");
  try {
    const result = await body(statements);
    await statements.run("COMMIT");
    return result;
  } catch (error) {
    // SQLite has rolled back by itself after some failures, and then there is nothing left to roll back.
    await statements.run("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { errcode = SQLITE.error, message } = error as Error & { readonly errcode?: number };
    throw new SqliteFailure(errcode, message, error);
  }
}
