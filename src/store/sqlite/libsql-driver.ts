import { pathToFileURL } from "node:url";
import type { Client, InValue, ResultSet } from "@libsql/client/sqlite3";
import { Fault } from "../../kernel/index.ts";
import type { SqliteConnection, SqliteDriver, SqliteStatements, SqlRow, SqlValue } from "./driver.ts";
import { SQLITE, SqliteFailure } from "./sqlite-failure.ts";

/** SQLite from the package `@libsql/client`, for runtimes that have none of their own. */
export const libsqlDriver: SqliteDriver = {
  name: "@libsql/client",
  open: async (file) => {
    const { createClient } = await load();
    // One connection: settings such as `synchronous` belong to a connection, and a pool would hand out another.
    const url = pathToFileURL(file).href;
    return attempt(async () => connectionOf(createClient({ url, concurrency: 1, timeout: 0 })));
  },
};

async function load() {
  try {
    return await import("@libsql/client/sqlite3");
  } catch (cause) {
    throw new Fault("unavailable", "There is no SQLite here to keep the store in.", {
      hint: "Install the package @libsql/client, or use Node 22.13 or later.",
      cause,
    });
  }
}

function connectionOf(client: Client): SqliteConnection {
  const afresh = createAfresh(client);
  const statements = statementsOf({
    execute: (sql, args) => afresh.run(() => client.execute(sql, args)),
    executeMultiple: (sql) => afresh.run(() => client.executeMultiple(sql)),
  });
  return {
    ...statements,
    exec: async (sql) => {
      await statements.exec(sql);
      afresh.remember(sql);
    },
    transaction: async (body) => {
      await attempt(afresh.settle);
      return transaction(client, body);
    },
    close: async () => client.close(),
  };
}

/**
 * The package leaves a statement that found the file locked unfinished until it is collected, and what comes after it on
 * the same connection is held up by that; so it goes on with another connection, which has to be told its settings again.
 */
function createAfresh(client: Client) {
  const settings = new Map<string, string>();
  let isSettled = true;
  const settle = async (): Promise<void> => {
    if (isSettled) return;
    for (const sql of settings.values()) await client.executeMultiple(sql);
    isSettled = true;
  };
  return {
    settle,
    remember: (sql: string): void => {
      const name = SETTING.exec(sql)?.[1];
      if (name !== undefined) settings.set(name, sql);
    },
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      try {
        await settle();
        return await work();
      } catch (error) {
        const { rawCode = SQLITE.error } = error as { readonly rawCode?: number };
        if ((rawCode & 0xff) === SQLITE.busy) {
          isSettled = false;
          client.reconnect();
        }
        throw error;
      }
    },
  };
}

/** What belongs to a connection and not to the file. */
const SETTING = /^PRAGMA (synchronous|cache_size|wal_autocheckpoint|journal_size_limit)=/;

interface Executor {
  execute(sql: string, args: InValue[]): Promise<ResultSet>;
  executeMultiple(sql: string): Promise<void>;
}

function statementsOf(executor: Executor): SqliteStatements {
  const tell = (sql: string, args: readonly SqlValue[]) => attempt(() => executor.execute(sql, [...args]));
  return {
    exec: (sql) => attempt(() => executor.executeMultiple(sql)),
    run: async (sql, args = []) => (await tell(sql, args)).rowsAffected,
    all: async (sql, args = []) => (await tell(sql, args)).rows.map(rowOf),
  };
}

/** Blobs come as buffers without a view. */
function rowOf(row: ResultSet["rows"][number]): SqlRow {
  const values = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof ArrayBuffer ? new Uint8Array(value) : value,
  ]);
  return Object.fromEntries(values) as SqlRow;
}

/** What the package runs as a script is ended at once when the lock is taken, unlike its own way to begin and to commit. */
async function transaction<T>(
  client: Client,
  body: (statements: SqliteStatements) => Promise<T>,
): Promise<T> {
  const open = await attempt(() => client.transaction("deferred"));
  const statements = statementsOf({
    execute: (sql, args) => open.execute({ sql, args }),
    executeMultiple: (sql) => open.executeMultiple(sql),
  });
  try {
    await statements.exec("ROLLBACK; BEGIN IMMEDIATE");
    const result = await body(statements);
    await statements.exec("COMMIT");
    return result;
  } finally {
    // Rolls back what was not committed, and gives the connection back.
    open.close();
  }
}

async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { rawCode = SQLITE.error, message } = error as Error & { readonly rawCode?: number };
    throw new SqliteFailure(rawCode, message, error);
  }
}
