import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "vitest";
import { ledgerStoreConformance, type StoreSubject, storeConformance } from "../conformance/index.ts";
import type { WorkspaceStore } from "../workspace-store.ts";
import type { SqliteDriver } from "./driver.ts";
import { libsqlDriver } from "./libsql-driver.ts";
import { tryNodeDriver } from "./node-driver.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

describe.each([tryNodeDriver(), libsqlDriver].filter((driver) => driver !== undefined))(
  "a store by $name",
  (driver) => {
    storeConformance(driver.name, () => openSubject(driver), { test: it }, { shared: true });
    ledgerStoreConformance(driver.name, () => openSubject(driver), { test: it }, { shared: true });
  },
);

async function openSubject(driver: SqliteDriver): Promise<StoreSubject<WorkspaceStore>> {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-sqlite-"));
  const opened: WorkspaceStore[] = [];
  const open = async (): Promise<WorkspaceStore> => {
    const store = await openSqliteStore({ file: join(folder, "state/store.db"), driver });
    opened.push(store);
    return store;
  };
  return {
    store: await open(),
    again: open,
    close: async () => {
      await Promise.all(opened.map((store) => store.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
