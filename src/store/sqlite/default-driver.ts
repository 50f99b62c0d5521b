import type { SqliteDriver } from "./driver.ts";
import { libsqlDriver } from "./libsql-driver.ts";
import { tryNodeDriver } from "./node-driver.ts";

/** The runtime's own SQLite where it has one, a package otherwise. */
export function defaultDriver(): SqliteDriver {
  return tryNodeDriver() ?? libsqlDriver;
}
