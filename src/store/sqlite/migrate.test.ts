import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aTrace } from "../conformance/conformance-case.ts";
import { defaultDriver } from "./default-driver.ts";
import type { SqliteConnection } from "./driver.ts";
import { libsqlDriver } from "./libsql-driver.ts";
import { migrate } from "./migrate.ts";
import { tryNodeDriver } from "./node-driver.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";
import { SCHEMA_STEPS } from "./schema.ts";

const ADDED = [
  "ALTER TABLE traces ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",
  "CREATE TABLE moods (name TEXT)",
];

let folder = "";
let file = "";
let connection: SqliteConnection;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-migrate-"));
  file = join(folder, "store.db");
  const store = await openSqliteStore({ file });
  await store.addTraces([aTrace("1")]);
  await store.close();
  connection = await defaultDriver().open(file);
});

afterEach(async () => {
  await connection.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a store of an older version", () => {
  it("is brought to the newest, with all that is in it", async () => {
    await migrate(connection, file, [...SCHEMA_STEPS, ADDED]);
    expect(await version()).toBe(SCHEMA_STEPS.length + 1);
    expect(await connection.all("SELECT id, mood FROM traces")).toMatchObject([{ id: "1", mood: "calm" }]);
  });

  it("is brought there once, whoever comes first", async () => {
    const other = await defaultDriver().open(file);
    await migrate(connection, file, [...SCHEMA_STEPS, ADDED]);
    await migrate(other, file, [...SCHEMA_STEPS, ADDED]);
    await other.close();
    expect(await version()).toBe(SCHEMA_STEPS.length + 1);
  });

  it("stays as it is when a step fails", async () => {
    const steps = [...SCHEMA_STEPS, [...ADDED, "CREATE TABLE traces (n)"]];
    await expect(migrate(connection, file, steps)).rejects.toThrow("traces");
    expect(await version()).toBe(SCHEMA_STEPS.length);
    expect(await connection.all("SELECT name FROM sqlite_schema WHERE name = 'moods'")).toEqual([]);
    const store = await openSqliteStore({ file });
    expect(await store.trace("1")).toEqual(aTrace("1"));
    await store.close();
  });
});

describe.each([tryNodeDriver(), libsqlDriver].filter((driver) => driver !== undefined))(
  "a store of the first version, opened by $name",
  (driver) => {
    it("gets a ledger, and keeps all that is in it", async () => {
      const old = join(folder, "old.db");
      const before = await driver.open(old);
      await migrate(before, old, SCHEMA_STEPS.slice(0, 1));
      await before.run(
        "INSERT INTO traces (id, session, tool, success, at, bytes, trace) VALUES (?, ?, ?, ?, ?, ?, ?)",
        ["1", "s", "read", 1, 1, 1, JSON.stringify(aTrace("1"))],
      );
      await before.close();
      const store = await openSqliteStore({ file: old, driver });
      expect(await store.trace("1")).toEqual(aTrace("1"));
      expect(await store.ledgerEntries()).toEqual([]);
      expect(await store.appendLedger([{ seq: 1, line: "{}" }], 1)).toBe(true);
      await store.close();
      const again = await openSqliteStore({ file: old, driver });
      expect(await again.ledgerEntries()).toEqual([{ seq: 1, line: "{}" }]);
      await again.close();
    });
  },
);

describe("a store of a newer version", () => {
  it("is refused by name and number, and left as it is", async () => {
    await migrate(connection, file, [...SCHEMA_STEPS, ADDED]);
    await connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    await connection.close();
    const before = await readFile(file);
    await expect(openSqliteStore({ file })).rejects.toMatchObject({
      code: "unavailable",
      message: `The store ${file} was written by a newer Deckhand: its schema is version ${SCHEMA_STEPS.length + 1}, this one knows ${SCHEMA_STEPS.length}.`,
    });
    expect((await readFile(file)).equals(before)).toBe(true);
    connection = await defaultDriver().open(file);
  });
});

async function version(): Promise<unknown> {
  const [row] = await connection.all("PRAGMA user_version");
  return row?.["user_version"];
}
