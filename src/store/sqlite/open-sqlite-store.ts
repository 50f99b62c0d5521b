import { resolve } from "node:path";
import { type Clock, systemClock } from "../../kernel/index.ts";
import type { WorkspaceStore } from "../workspace-store.ts";
import { approvalRows } from "./approval-rows.ts";
import { auditRows } from "./audit-rows.ts";
import { cellRows } from "./cell-rows.ts";
import { createCommitQueue } from "./commit-queue.ts";
import { defaultDriver } from "./default-driver.ts";
import type { SqliteConnection, SqliteDriver } from "./driver.ts";
import { evidenceRows } from "./evidence-rows.ts";
import { ledgerRows } from "./ledger-rows.ts";
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
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** Opens the store in a file that only this user can read; it is made when it is missing. */
export async function openSqliteStore({
  file: path,
  driver = defaultDriver(),
  busyTimeoutMs = 5000,
  clock = systemClock,
}: SqliteStoreOptions): Promise<WorkspaceStore> {
  const file = resolve(path);
  makeFile(file);
  const connection = await connect(driver, file, busyTimeoutMs);
  const queue = createCommitQueue({ connection, file, busyTimeoutMs });
  return {
    ...auditRows(queue),
    ...traceRows(queue),
    ...approvalRows(queue),
    ...evidenceRows(queue, clock),
    ...cellRows(queue),
    ...undoRows(queue),
    ...ledgerRows(queue),
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
      for (const sql of SETTINGS) await connection.exec(sql);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  } catch (error) {
    throw storeFault(file, error);
  }
}

const SETTINGS = [
  // The log grows longer than is SQLite's habit before it is worked into the database, for fewer stops of calls; after
  // something large it is cut again.
  "PRAGMA wal_autocheckpoint=4000",
  "PRAGMA journal_size_limit=67108864",
  // In KiB: enough for the inner pages of indexes over millions of rows, so that a call costs the same as with few.
  "PRAGMA cache_size=-16384",
];
