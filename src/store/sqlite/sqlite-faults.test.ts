import { EventEmitter, once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ControlStore } from "../../control/index.ts";
import { anEntry, assertChain, aTrace, testSeal } from "../conformance/conformance-case.ts";
import type { SqliteConnection, SqliteDriver } from "./driver.ts";
import { libsqlDriver } from "./libsql-driver.ts";
import { tryNodeDriver } from "./node-driver.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let folder = "";
let file = "";
let opened: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-faults-"));
  file = join(folder, "state/store.db");
  opened = [];
});

afterEach(async () => {
  for (const each of opened) await each.close();
  await rm(folder, { recursive: true, force: true });
});

describe.each([tryNodeDriver(), libsqlDriver].filter((driver) => driver !== undefined))(
  "a store by $name",
  (driver) => {
    it("belongs to this user only, in a folder of theirs", async () => {
      await (await openStore(driver)).addTraces([aTrace("1")]);
      expect((await stat(join(folder, "state"))).mode & 0o777).toBe(0o700);
      const names = await readdir(join(folder, "state"));
      expect(names).toContain("store.db-wal");
      for (const name of names) expect((await stat(join(folder, "state", name))).mode & 0o777).toBe(0o600);
    });

    it("is taken from others who could read it, and its folder is left as it was", async () => {
      await (await openStore(driver)).close();
      await chmod(file, 0o644);
      await chmod(join(folder, "state"), 0o755);
      await openStore(driver);
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(join(folder, "state"))).mode & 0o777).toBe(0o755);
    });

    it("can be kept under any name", async () => {
      file = join(folder, "%41 #?&é'\"*\n", ":memory:");
      const store = await openStore(driver);
      await store.addTraces([aTrace("1")]);
      expect((await stat(file)).isFile()).toBe(true);
      expect(await (await openStore(driver)).trace("1")).toEqual(aTrace("1"));
    });

    it("that is locked by another says so after a while, is read meanwhile, and works again", async () => {
      const store = await openStore(driver, 60);
      await store.addTraces([aTrace("1")]);
      const release = await lock(driver);
      const results = await Promise.allSettled([
        store.addTraces([aTrace("2")]),
        store.appendAudit([anEntry("2")], testSeal, { durable: true }),
      ]);
      for (const result of results) {
        expect(result).toMatchObject({
          reason: { code: "unavailable", message: `The store ${file} is locked by another process.` },
        });
      }
      expect(await store.trace("1")).toEqual(aTrace("1"));
      await release();
      await store.addTraces([aTrace("2")]);
      expect(await store.auditHead()).toEqual({ records: 0, seal: "" });
    });

    it("waits for a lock without holding up the process", async () => {
      const store = await openStore(driver);
      const release = await lock(driver);
      const adding = store.addTraces([aTrace("1")]);
      await sleep(40);
      await release();
      await adding;
      expect(await store.trace("1")).toEqual(aTrace("1"));
    });

    it("keeps to its settings after it found the file locked", async () => {
      await openStore(driver);
      const connection = await rawConnection(driver);
      const settings = { synchronous: 1, cache_size: -5000, wal_autocheckpoint: 4321 };
      for (const [name, value] of Object.entries(settings)) await connection.exec(`PRAGMA ${name}=${value}`);
      const release = await lock(driver);
      await expect(connection.run("DELETE FROM cells")).rejects.toThrow("locked");
      await release();
      await connection.run("DELETE FROM cells");
      for (const [name, value] of Object.entries(settings)) {
        expect(Object.values((await connection.all(`PRAGMA ${name}`))[0] ?? {})).toEqual([value]);
      }
    });

    it("takes two hundred who write at once, each of whom reads what they wrote", async () => {
      const store = await openStore(driver);
      const writer = async (n: number): Promise<void> => {
        const id = `t${n}`;
        await Promise.all([
          store.addTraces([aTrace(id)]),
          store.appendAudit([anEntry(id)], testSeal, { durable: n % 2 === 0 }),
          store.addEvidence(id, [{ path: "a", identity: "id:1", ranges: [], at: n }]),
          store.addUndo([{ trace: id, session: "s", path: "a", at: n }]),
        ]);
        expect(await store.trace(id)).toEqual(aTrace(id));
        expect(await store.evidence(id, "a")).toHaveLength(1);
        expect(await store.undo({ trace: id })).toHaveLength(1);
        expect(await store.setCell(id, "c", n, 0)).toBe(true);
      };
      await Promise.all(Array.from({ length: 200 }, (_, n) => writer(n)));
      const records = await store.readAudit(1, 1000);
      expect(records).toHaveLength(200);
      assertChain(records);
    });

    it("keeps its order when the clock goes back", async () => {
      const store = await openStore(driver);
      for (const [n, at] of [5000, 4000, 6000, 10].entries()) {
        await store.appendAudit([anEntry(String(n), { at })], testSeal, { durable: false });
        await store.addEvidence("s", [{ path: "a", identity: `id:${n}`, ranges: [], at }]);
        await store.addUndo([{ trace: String(n), session: "s", path: "a", at }]);
      }
      const records = await store.readAudit(1, 10);
      assertChain(records);
      expect(records.map(({ trace }) => trace)).toEqual(["0", "1", "2", "3"]);
      expect((await store.undo({ session: "s" })).map(({ trace }) => trace)).toEqual(["3", "2", "1", "0"]);
      expect((await store.evidence("s", "a")).map(({ at }) => at)).toEqual([10, 6000, 4000, 5000]);
    });

    it("is begun when somebody else is done with the file, and is sound from then on", async () => {
      await mkdir(join(folder, "state"));
      const release = await lock(driver, "EXCLUSIVE");
      const opening = openStore(driver);
      await sleep(40);
      await release();
      const store = await opening;
      await store.addTraces([aTrace("1")]);
      await (await openStore(driver)).addTraces([aTrace("2")]);
      expect(await store.traces({ limit: 10 })).toEqual([aTrace("2"), aTrace("1")]);
    });

    it("cannot be begun while somebody else holds the file", async () => {
      await mkdir(join(folder, "state"));
      const release = await lock(driver);
      await expect(openStore(driver, 60)).rejects.toMatchObject({
        code: "unavailable",
        message: `The store ${file} is locked by another process.`,
      });
      await release();
      await openStore(driver);
    });

    it("on a full disk says so, keeps what it had, and works again when there is room", async () => {
      let connection: SqliteConnection | undefined;
      const small: SqliteDriver = {
        name: driver.name,
        open: async (path) => {
          connection = await driver.open(path);
          await connection.exec("PRAGMA max_page_count=60");
          return connection;
        },
      };
      const store = await openStore(small);
      const told: unknown[] = [];
      let kept = 0;
      while (told.length === 0) {
        await store
          .addTraces([aTrace(`t${kept}`, { output: "x".repeat(10_000) })])
          .then(() => (kept += 1))
          .catch((error: unknown) => told.push(error));
      }
      expect(kept).toBeGreaterThan(2);
      expect(told[0]).toMatchObject({
        code: "unavailable",
        message: `The store ${file} cannot grow: the disk is full.`,
      });
      // Of several at once, only the one that does not fit is refused.
      const large = aTrace("large", { output: "x".repeat(1_000_000) });
      const results = await Promise.allSettled([
        store.setCell("s", "a", 1, 0),
        store.addTraces([large]),
        store.setCell("s", "b", 1, 0),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
      expect(await store.traces({ limit: 100 })).toHaveLength(kept);
      await connection?.exec("PRAGMA max_page_count=10000");
      await store.addTraces([large]);
      expect(await store.trace("large")).toEqual(large);
    });

    it.each([
      ["text", () => writeFile(file, "This is somebody's diary, not a database. ".repeat(50))],
      ["zeros", () => writeFile(file, Buffer.alloc(20_000))],
      ["no header", () => overwrite(0, 100)],
      ["half of itself", () => truncate(file, 4096 * 3 + 100)],
      ["a hole in the schema", () => overwrite(100, 3000)],
      ["a hole in the middle", () => overwrite(4096, 4096 * 60)],
      ["nothing after its first page", () => truncate(file, 4096)],
    ])("that holds %s is told as damaged, and left as it is", async (_what, damage) => {
      const store = await openStore(driver);
      for (let n = 0; n < 20; n += 1) {
        await store.addTraces([aTrace(String(n), { output: "x".repeat(9000) })]);
        await store.appendAudit([anEntry(String(n))], testSeal, { durable: false });
      }
      await store.close();
      await settleLog(driver);
      await damage();
      const before = await readFile(file);
      const using = async (): Promise<unknown> => {
        const broken = await openStore(driver);
        return Promise.all([
          broken.traces({ limit: 100 }),
          broken.readAudit(1, 100),
          broken.undo({ trace: "1" }),
        ]);
      };
      await expect(using()).rejects.toMatchObject({
        code: "unavailable",
        message: `The store ${file} is damaged, or is no store at all.`,
      });
      for (const each of opened) await each.close();
      expect((await readFile(file)).equals(before)).toBe(true);
    });

    it("that holds a record which is no JSON says that it is damaged", async () => {
      const store = await openStore(driver);
      await store.addTraces([aTrace("1"), aTrace("2")]);
      const raw = await rawConnection(driver);
      await raw.run("UPDATE traces SET trace = '{' WHERE id = '1'");
      await expect(store.trace("1")).rejects.toMatchObject({ code: "unavailable" });
      expect(await store.trace("2")).toEqual(aTrace("2"));
    });

    it("is not made of another program's database", async () => {
      await mkdir(join(folder, "state"));
      const raw = await rawConnection(driver);
      await raw.run("CREATE TABLE notes (text TEXT)");
      await raw.close();
      await chmod(file, 0o644);
      await expect(openStore(driver)).rejects.toMatchObject({ code: "unavailable" });
      expect((await stat(file)).mode & 0o777).toBe(0o644);
    });

    it("where no file can be says so", async () => {
      await writeFile(join(folder, "state"), "a file");
      await expect(openStore(driver)).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining(file),
      });
      file = folder;
      await expect(openStore(driver)).rejects.toMatchObject({
        code: "unavailable",
        message: expect.stringContaining(file),
      });
    });

    it("goes on with the chain it finds", async () => {
      for (const name of ["1", "2", "3"]) {
        const store = await openStore(driver);
        await store.appendAudit([anEntry(name)], testSeal, { durable: true });
        await store.close();
      }
      const records = await (await openStore(driver)).readAudit(1, 10);
      expect(records).toHaveLength(3);
      assertChain(records);
    });
  },
);

async function openStore(driver: SqliteDriver, busyTimeoutMs?: number): Promise<ControlStore> {
  const store = await openSqliteStore({ file, driver, busyTimeoutMs });
  opened.push(store);
  return store;
}

async function rawConnection(driver: SqliteDriver): Promise<SqliteConnection> {
  const connection = await driver.open(file);
  opened.push({ close: () => connection.close().catch(() => undefined) });
  return connection;
}

/** Takes the write lock as another process would; the result lets it go. */
async function lock(driver: SqliteDriver, how = "IMMEDIATE"): Promise<() => Promise<void>> {
  const connection = await rawConnection(driver);
  const signal = new EventEmitter();
  const locked = once(signal, "locked");
  const holding = connection.transaction(async (statements) => {
    await statements.exec(`ROLLBACK; BEGIN ${how}`);
    const released = once(signal, "released");
    signal.emit("locked");
    await released;
  });
  await locked;
  return async () => {
    signal.emit("released");
    await holding;
    await connection.close();
  };
}

/** Works the log into the file, so that the file is all there is. */
async function settleLog(driver: SqliteDriver): Promise<void> {
  const connection = await driver.open(file);
  await connection.all("PRAGMA wal_checkpoint(TRUNCATE)");
  await connection.close();
  for (const name of ["-wal", "-shm"]) await rm(`${file}${name}`, { force: true });
}

async function overwrite(start: number, length: number): Promise<void> {
  const bytes = await readFile(file);
  bytes.fill(0x5a, start, start + length);
  await writeFile(file, bytes);
}
