import { resolve } from "node:path";
import type { ControlStore } from "../../control/index.ts";
import { approvalRows } from "./approval-rows.ts";
import { auditRows } from "./audit-rows.ts";
import { cellRows } from "./cell-rows.ts";
import { createCommitQueue } from "./commit-queue.ts";
import { defaultDriver } from "./default-driver.ts";
import type { SqliteConnection, SqliteDriver } from "./driver.ts";
import { evidenceRows } from "./evidence-rows.ts";
import { makeFile, shutOthersOut } from "./make-file.ts";
import { migrate } from "./migrate.ts";
import { pruneRows } from "./prune-rows.ts";
import { storeFault } from "./store-fault.ts";
import { traceRows } from "./trace-rows.ts";
import { undoRows } from "./undo-rows.ts";
import { untilFree } from "./until-free.ts";

/** Where a store is kept, and how it is reached. */
export interface SqliteStoreOptions {
  readonly file: string;
  readonly driver?: SqliteDriver | undefined;
  /** How long to wait for a process that holds the lock. */
  readonly busyTimeoutMs?: number | undefined;
}

/** Opens the store in a file that only this user can read; it is made when it is missing. */
export async function openSqliteStore({
  file: path,
  driver = defaultDriver(),
  busyTimeoutMs = 5000,
}: SqliteStoreOptions): Promise<ControlStore> {
  const file = resolve(path);
  makeFile(file);
  const connection = await connect(driver, file, busyTimeoutMs);
  const queue = createCommitQueue({ connection, file, busyTimeoutMs });
  return {
    ...auditRows(queue),
    ...traceRows(queue),
    ...approvalRows(queue),
    ...evidenceRows(queue),
    ...cellRows(queue),
    ...undoRows(queue),
    ...pruneRows(queue),
    close: () => queue.close(),
  };
}

async function connect(driver: SqliteDriver, file: string, busyTimeoutMs: number): Promise<SqliteConnection> {
  try {
    const connection = await untilFree(() => driver.open(file), busyTimeoutMs);
    try {
      await untilFree(() => migrate(connection, file), busyTimeoutMs);
      // Only now is it certain to be a store of ours, and not a file that was named by mistake.
      shutOthersOut(file);
      await connection.exec(`PRAGMA wal_autocheckpoint=${LOG_PAGES}`);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw storeFault(file, error);
  }
}

/** How long the log grows before it is worked into the database: longer than SQLite's own, for fewer stops of calls. */
const LOG_PAGES = 4000;
