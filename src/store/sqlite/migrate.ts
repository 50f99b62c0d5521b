import { Fault } from "../../kernel/index.ts";
import type { SqliteConnection, SqliteStatements } from "./driver.ts";
import { APPLICATION_ID, SCHEMA_STEPS } from "./schema.ts";
import { SQLITE, SqliteFailure } from "./sqlite-failure.ts";

/** Brings a database to the newest schema, as one step; a database that is not ours or too new is left as it is. */
export async function migrate(
  connection: SqliteConnection,
  file: string,
  steps: readonly (readonly string[])[] = SCHEMA_STEPS,
): Promise<void> {
  if ((await versionOf(connection, file, steps.length)) === steps.length) return;
  await connection.exec("PRAGMA synchronous=NORMAL");
  // Pruning can make the file smaller, and no call pays for it; only a database without a table can still be made so.
  await connection.exec("PRAGMA auto_vacuum=INCREMENTAL");
  await connection.exec("PRAGMA journal_mode=WAL");
  await connection.transaction(async (statements) => {
    // Asked again: another process may have been first.
    const version = await versionOf(statements, file, steps.length);
    for (const sql of steps.slice(version).flat()) await statements.exec(sql);
    await statements.exec(`PRAGMA application_id=${APPLICATION_ID}`);
    await statements.exec(`PRAGMA user_version=${steps.length}`);
  });
}

async function versionOf(statements: SqliteStatements, file: string, newest: number): Promise<number> {
  const [row = {}] = await statements.all(STATE);
  const version = Number(row["version"]);
  const isEmpty = version === 0 && row["owner"] === 0 && row["tables"] === 0;
  if (row["owner"] !== APPLICATION_ID && !isEmpty) {
    throw new SqliteFailure(SQLITE.notadb, "the database belongs to another program");
  }
  if (version > newest) {
    throw new Fault(
      "unavailable",
      `The store ${file} was written by a newer Deckhand: its schema is version ${version}, this one knows ${newest}.`,
      { hint: "Use the newer Deckhand, or another store. It was left as it is." },
    );
  }
  return version;
}

/** In one statement: between two, another process may have made the store. */
const STATE = `SELECT user_version AS version, application_id AS owner,
  (SELECT count(*) FROM sqlite_schema) AS tables FROM pragma_user_version, pragma_application_id`;
