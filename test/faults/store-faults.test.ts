import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ControlStore } from "../../src/control/index.ts";
import { verifyRecords } from "../../src/session/index.ts";
import { openSqliteStore } from "../../src/store/index.ts";
import { defaultDriver } from "../../src/store/sqlite/default-driver.ts";
import type { SqliteConnection, SqliteDriver } from "../../src/store/sqlite/driver.ts";
import { type FaultGround, faultGround, read, write } from "./fault-ground.ts";

let ground: FaultGround;
const stores: ControlStore[] = [];

beforeEach(async () => {
  ground = await faultGround();
});

afterEach(async () => {
  await ground.close();
  await Promise.all(stores.splice(0).map((store) => store.close()));
});

describe("a store that another process has locked for longer than is waited", () => {
  it("lets no effect happen and no read go unrecorded, and all goes on when it is free", async () => {
    const session = ground.open({ store: await impatientStore() });
    await write(session, "before.txt");
    const holder = await lockByAnother();
    try {
      const refused = await write(session, "refused.txt");
      expect(refused.error).toMatchObject({
        code: "unavailable",
        message: expect.stringMatching(/^The audit trail could not be written: .*locked by another process/),
      });
      const unseen = await read(session);
      expect(unseen.error).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("locked by another process"),
      });
      expect(JSON.stringify(unseen)).not.toContain("two");
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "close");
    }
    expect(await write(session, "after.txt")).toMatchObject({ isError: false });
    expect(await read(session)).toMatchObject({ isError: false });
    expect(Object.keys(await ground.files())).toEqual(["a.txt", "after.txt", "before.txt"]);
    await session.close();
    expect((await ground.remembered()).verdict).toMatchObject({ ok: true });
  });

  it("tells a cancelled call as cancelled, though that cannot be recorded", async () => {
    const session = ground.open({ store: await impatientStore() });
    await read(session);
    const holder = await lockByAnother();
    try {
      const cancel = new AbortController();
      const call = session.call(
        { id: "1", name: "write", input: { path: "b.txt", content: "x" } },
        { cancel: cancel.signal },
      );
      cancel.abort(new Error("enough"));
      await expect(call).rejects.toThrow("enough");
    } finally {
      holder.kill("SIGKILL");
      await once(holder, "close");
    }
    expect(Object.keys(await ground.files())).toEqual(["a.txt"]);
  });
});

describe("a store that cannot be written", () => {
  it("because it is read-only lets no effect happen, and says why", async () => {
    const { store, tell } = await toldStore();
    const session = ground.open({ store });
    await write(session, "before.txt");
    await tell("PRAGMA query_only=ON");
    for (const outcome of [await write(session, "refused.txt"), await read(session)]) {
      expect(outcome.error).toMatchObject({
        code: "unavailable",
        message: expect.stringContaining("cannot be written"),
      });
    }
    expect(Object.keys(await ground.files())).toEqual(["a.txt", "before.txt"]);
    await tell("PRAGMA query_only=OFF");
    expect(await write(session, "after.txt")).toMatchObject({ isError: false });
    await session.close();
    expect((await ground.remembered()).verdict).toMatchObject({ ok: true });
  });

  it("because it is full lets no effect happen without its intent, and says why", async () => {
    const { store, tell } = await toldStore();
    const session = ground.open({ store });
    await write(session, "before.txt");
    await tell("PRAGMA max_page_count=1");
    const made = new Map<string, string | undefined>();
    for (let round = 0; round < 12; round += 1) {
      const { error, trace } = await write(session, `${round}.txt`, "x".repeat(2000));
      made.set(`${round}.txt`, trace);
      if (round < 11 && error === undefined) continue;
      expect(error).toMatchObject({ code: "unavailable", message: expect.stringContaining("disk is full") });
    }
    const there = await ground.files();
    expect(there).not.toHaveProperty(["11.txt"]);
    await tell("PRAGMA max_page_count=100000");
    expect(await write(session, "after.txt")).toMatchObject({ isError: false });
    await session.close();
    const { verdict, audit } = await ground.remembered();
    expect(verdict).toMatchObject({ ok: true });
    const intended = new Set(audit.flatMap(({ kind, trace }) => (kind === "intent" ? [trace] : [])));
    const changed = [...made].filter(([name]) => name in there);
    expect(changed.filter(([, trace]) => trace === undefined || !intended.has(trace))).toEqual([]);
  });
});

describe("a database that is damaged", () => {
  beforeEach(async () => {
    const session = ground.open();
    for (const name of ["b", "c", "d", "e"]) await write(session, `${name}.txt`, name.repeat(3000));
    await session.close();
  });

  it.each([
    ["somebody's diary", async () => Buffer.from("This is somebody's diary. ".repeat(400))],
    ["nothing but zeros", async () => Buffer.alloc(40_000)],
  ])("holds %s when it is opened: nothing happens, and it is left as it is", async (_what, damage) => {
    const bytes = await damage();
    await begunAnew();
    await writeFile(ground.place.database, bytes);
    const before = await ground.files();
    const session = ground.open();
    for (const outcome of [await write(session, "refused.txt"), await read(session)]) {
      expect(outcome).toMatchObject({ error: { code: "unavailable" } });
    }
    await session.close();
    expect(await ground.files()).toEqual(before);
    expect((await readFile(ground.place.database)).equals(bytes)).toBe(true);
    expect(await verifyRecords(ground.at)).toMatchObject({ ok: false });
  });

  it.each([
    ["a record that cannot be read", "UPDATE audit SET record = '{'"],
    ["fewer records than before", "DELETE FROM audit WHERE seq > 2"],
    ["no table for the trail", "DROP TABLE audit"],
  ])("holds %s while it is open: nothing with an effect happens any more", async (_what, sql) => {
    const session = ground.open();
    await write(session, "f.txt");
    const before = await ground.files();
    const other = await defaultDriver().open(ground.place.database);
    await other.run(sql);
    await other.close();
    expect(await write(session, "refused.txt")).toMatchObject({ error: { code: "unavailable" } });
    expect(await ground.files()).toEqual(before);
    await session.close();
    expect(await verifyRecords(ground.at)).toMatchObject({ ok: false });
  });

  it("a new one is begun only when its anchor is moved away as well", async () => {
    const before = await ground.files();
    await begunAnew();
    expect(await write(ground.open(), "refused.txt")).toMatchObject({
      error: { code: "unavailable", message: expect.stringMatching(/anchor counts \d+ records/) },
    });
    expect(await ground.files()).toEqual(before);
    await begunAnew();
    await rm(ground.place.anchor);
    expect(await write(ground.open(), "after.txt")).toMatchObject({ isError: false });
    expect(await verifyRecords(ground.at)).toMatchObject({ ok: true });
  });
});

describe("the key and the anchor of the trail", () => {
  beforeEach(async () => {
    const session = ground.open();
    await write(session, "before.txt");
    await session.close();
  });

  it.each([
    ["a key that is gone", () => rm(keyFile()), /its key is gone/],
    ["a key that is damaged", () => writeFile(keyFile(), "deckhand-audit-key-1 half"), /key .* is damaged/],
    ["an empty key file", () => writeFile(keyFile(), ""), /key .* is damaged/],
    [
      "another key",
      () => writeFile(keyFile(), `deckhand-audit-key-1 ${Buffer.alloc(32, 7).toString("base64url")}\n`),
      /another key/,
    ],
    [
      "an anchor that is damaged",
      () => writeFile(ground.place.anchor, '{"records":'),
      /anchor .* is damaged/,
    ],
    ["an anchor that is gone", () => rm(ground.place.anchor), /anchor is gone/],
    [
      "an anchor that counts more than there is",
      () => writeFile(ground.place.anchor, JSON.stringify({ records: 99, seal: "ab" })),
      /counts 99 records/,
    ],
  ])("%s: nothing with an effect runs, and the trail does not verify", async (_what, harm, saying) => {
    await harm();
    const session = ground.open();
    expect(await write(session, "refused.txt")).toMatchObject({
      error: { code: "unavailable", message: expect.stringMatching(saying) },
    });
    expect(Object.keys(await ground.files())).toEqual(["a.txt", "before.txt"]);
    await session.close();
    expect((await ground.remembered()).verdict).toMatchObject({ ok: false });
  });

  it("a key that is put back is all it takes to go on", async () => {
    const key = await readFile(keyFile());
    await rm(keyFile());
    const session = ground.open();
    expect(await write(session, "refused.txt")).toMatchObject({ isError: true });
    await writeFile(keyFile(), key);
    expect(await write(session, "after.txt")).toMatchObject({ isError: false });
    await session.close();
    expect((await ground.remembered()).verdict).toMatchObject({ ok: true });
    expect((await readdir(ground.stateFolder)).toSorted()).toEqual(["anchors", "audit.key", "workspaces"]);
  });
});

function keyFile(): string {
  return `${ground.stateFolder}/audit.key`;
}

/** Waits for nobody for long, so that a test need not either. */
async function impatientStore(): Promise<ControlStore> {
  return kept(await openSqliteStore({ file: ground.place.database, busyTimeoutMs: 50 }));
}

/** A store whose connection can be told to be in trouble. */
async function toldStore(): Promise<{ store: ControlStore; tell: (sql: string) => Promise<void> }> {
  let connection: SqliteConnection | undefined;
  const driver: SqliteDriver = {
    name: "told",
    open: async (file) => (connection = await defaultDriver().open(file)),
  };
  const store = kept(await openSqliteStore({ file: ground.place.database, driver }));
  return { store, tell: async (sql) => connection?.exec(sql) };
}

function kept(store: ControlStore): ControlStore {
  stores.push(store);
  return store;
}

/** Takes the database away, with the log that belongs to it. */
async function begunAnew(): Promise<void> {
  for (const end of ["", "-wal", "-shm"]) await rm(`${ground.place.database}${end}`, { force: true });
}

/** Another process takes the write lock and keeps it until it is killed. */
async function lockByAnother(): Promise<ChildProcess> {
  const program = `
    import { createClient } from "@libsql/client/sqlite3";
    const client = createClient({ url: "file:" + process.argv[1] });
    await client.transaction("write");
    console.log("locked");
    setInterval(() => {}, 1000);`;
  const args = ["--input-type=module", "-e", program, ground.place.database];
  const holder = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(holder.stdout, "data");
  return holder;
}
