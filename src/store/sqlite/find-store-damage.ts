import { resolve } from "node:path";
import { defaultDriver } from "./default-driver.ts";
import type { SqliteDriver } from "./driver.ts";
import { SQLITE, SqliteFailure } from "./sqlite-failure.ts";
import { storeFault } from "./store-fault.ts";
import { untilFree } from "./until-free.ts";

/** How long to wait for a process that holds the lock. */
const BUSY_MS = 5000;

/** What SQLite finds wrong with the file of a store, in its own words; nothing when it is whole. Only reads. */
export async function findStoreDamage(
  path: string,
  driver: SqliteDriver = defaultDriver(),
): Promise<readonly string[]> {
  const file = resolve(path);
  try {
    const connection = await untilFree(() => driver.open(file), BUSY_MS);
    try {
      const rows = await untilFree(() => connection.all("PRAGMA quick_check(10)"), BUSY_MS);
      return rows.flatMap((row) => Object.values(row).map(String)).filter((line) => line !== "ok");
    } finally {
      await connection.close();
    }
  } catch (error) {
    if (error instanceof SqliteFailure && error.result === SQLITE.corrupt) return [error.message];
    throw storeFault(file, error);
  }
}
