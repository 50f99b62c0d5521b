import { createClient } from "@libsql/client/sqlite3";

/** @typedef {null | number | string} Value */
/** @typedef {{ all(sql: string): Promise<Record<string, Value>[]>, commit(statements: readonly (readonly [string, readonly Value[]])[]): Promise<void>, close(): void }} PlainSql */

/**
 * SQLite as a program would use it that has nothing of ours, by the driver our own store takes on this Node.
 * @param {string} file
 * @returns {Promise<PlainSql>}
 */
export async function openPlainSql(file) {
  const own = /** @type {any} */ (process.getBuiltinModule("node:sqlite"));
  return own === undefined ? byPackage(file) : byNode(new own.DatabaseSync(file));
}

/**
 * @param {string} file
 * @returns {PlainSql}
 */
function byPackage(file) {
  const client = createClient({ url: `file:${file}`, concurrency: 1 });
  return {
    all: async (sql) => /** @type {any} */ ((await client.execute(sql)).rows),
    commit: async (statements) => {
      await client.batch(
        statements.map(([sql, args]) => ({ sql, args: [...args] })),
        "write",
      );
    },
    close: () => client.close(),
  };
}

/**
 * @param {any} database
 * @returns {PlainSql}
 */
function byNode(database) {
  const prepared = new Map();
  const statement = (/** @type {string} */ sql) => {
    if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
    return prepared.get(sql);
  };
  return {
    all: async (sql) => database.prepare(sql).all(),
    commit: async (statements) => {
      statement("BEGIN IMMEDIATE").run();
      for (const [sql, args] of statements) statement(sql).run(...args);
      statement("COMMIT").run();
    },
    close: () => database.close(),
  };
}
