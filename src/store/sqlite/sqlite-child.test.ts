import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type BuiltModule, buildModule } from "../../../test/built-module.ts";
import { needs } from "../../../test/needs.ts";
import { assertChain } from "../conformance/conformance-case.ts";
import type { SqliteDriver } from "./driver.ts";
import { libsqlDriver } from "./libsql-driver.ts";
import { tryNodeDriver } from "./node-driver.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let code: BuiltModule;
let folder = "";
let file = "";

beforeAll(async () => {
  code = await buildModule(
    ...["open-sqlite-store", "libsql-driver", "node-driver", "../conformance/conformance-case"].map((name) =>
      join(import.meta.dirname, `${name}.ts`),
    ),
  );
});

afterAll(() => code.remove());

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "deckhand-store-child-")));
  file = join(folder, "state/store.db");
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

describe("a runtime without SQLite", () => {
  it("is told what to install", async () => {
    await rm(join(code.path, "../../node_modules"), { force: true });
    try {
      const run = spawnSync(...command(libsqlDriver, "", ""), { encoding: "utf8" });
      expect(run.status).toBe(1);
      expect(run.stderr).toContain("There is no SQLite here to keep the store in.");
      expect(run.stderr).toContain("Install the package @libsql/client, or use Node 22.13 or later.");
    } finally {
      await symlink(
        join(import.meta.dirname, "../../../node_modules"),
        join(code.path, "../../node_modules"),
      );
    }
  });
});

describe.each([tryNodeDriver(), libsqlDriver].filter((driver) => driver !== undefined))(
  "a store by $name",
  (driver) => {
    it("loses nothing it acknowledged to a process that is killed at any moment", async () => {
      for (let round = 0; round < 12; round += 1) {
        const child = start(driver, APPEND_WITHOUT_END, String(round));
        const exited = once(child, "exit");
        // Every other one may not even have opened the store.
        if (round % 2 === 1) await once(child.stdout!, "data");
        await sleep(Math.random() * (round % 2 === 1 ? 50 : 200));
        child.kill("SIGKILL");
        await exited;
      }
      const told = (await readFile(join(folder, "told"), "utf8")).trim().split("\n");
      expect(told.length).toBeGreaterThan(11);
      const store = await openSqliteStore({ file, driver });
      const records = await store.readAudit(1, 1_000_000);
      assertChain(records);
      const traces = await store.traces({ limit: 1_000_000 });
      await store.close();
      const kept = new Set([
        ...records.map(({ seq }) => `audit ${seq}`),
        ...traces.map(({ id }) => `trace ${id}`),
      ]);
      expect(told.filter((line) => !kept.has(line))).toEqual([]);
    });

    it("is one chain when four processes append at once, each in its own order", async () => {
      const children = ["a", "b", "c", "d"].map((name) => start(driver, APPEND_200, name));
      const ends = await Promise.all(children.map((child) => once(child, "exit")));
      expect(ends.map(([status]) => status as number)).toEqual([0, 0, 0, 0]);
      const store = await openSqliteStore({ file, driver });
      const records = await store.readAudit(1, 10_000);
      await store.close();
      expect(records).toHaveLength(800);
      assertChain(records);
      for (const name of ["a", "b", "c", "d"]) {
        const own = records.filter(({ session }) => session === name).map(({ trace }) => Number(trace));
        expect(own).toEqual(Array.from({ length: 200 }, (_, n) => n));
      }
    });

    it("is sound when whoever threw away old things was killed at it", async () => {
      for (let round = 0; round < 4; round += 1) {
        const child = start(driver, PRUNE_WITHOUT_END, String(round));
        const exited = once(child, "exit");
        await once(child.stdout!, "data");
        await sleep(Math.random() * 60);
        child.kill("SIGKILL");
        await exited;
      }
      const store = await openSqliteStore({ file, driver });
      const records = await store.readAudit(1, 1_000_000);
      assertChain(records);
      expect(records.length).toBeGreaterThan(3);
      await store.prune({ traces: { before: 1e9 }, undo: { before: 1e9 } });
      expect(await store.traces({ limit: 1 })).toEqual([]);
      await store.close();
      const raw = await driver.open(file);
      expect(await raw.all("SELECT * FROM pragma_integrity_check")).toMatchObject([
        { integrity_check: "ok" },
      ]);
      expect(await raw.all("SELECT * FROM pragma_freelist_count")).toMatchObject([{ freelist_count: 0 }]);
      await raw.close();
    });

    it("that is read-only is read, and says so when it is to be written", async () => {
      const run = spawnSync(...command(driver, READ_ONLY, ""), { encoding: "utf8" });
      const refused = [
        "unavailable",
        `The store ${file} cannot be written: the file or its folder is read-only.`,
      ];
      const { readOnlyFile, readOnlyFolder, missing } = JSON.parse(run.stdout || run.stderr);
      expect(readOnlyFile).toEqual(["read", refused]);
      expect(readOnlyFolder).toEqual(["unavailable", expect.stringContaining(file)]);
      expect(missing).toEqual(["unavailable", expect.stringContaining(`${folder}/locked/none/store.db`)]);
    });

    it.skipIf(!needs("root", "namespaces", "mount"))(
      "on a disk that is full says so, and keeps what it had",
      () => {
        const [node, args] = command(driver, UNTIL_FULL, "");
        const script = 'mount -t tmpfs -o size=1m none "$1" && shift && exec "$@"';
        const run = spawnSync("unshare", ["--mount", "sh", "-c", script, "sh", folder, node, ...args], {
          encoding: "utf8",
        });
        const { told, kept, found, chain } = JSON.parse(run.stdout || run.stderr);
        expect(told).toEqual(["unavailable", expect.stringContaining(file)]);
        expect(kept).toBeGreaterThan(10);
        expect([found, chain]).toEqual([kept, kept]);
      },
    );
  },
);

/** Says what it was told is kept only after it was told so. */
const APPEND_WITHOUT_END = `
  for (let n = 0; ; n += 1) {
    const ids = Array.from({ length: 1 + (n % 4) }, (_, m) => name + "." + n + "." + m);
    await Promise.all(ids.flatMap((id, m) => [
      store.appendAudit([anEntry(id)], testSeal, { durable: m === 1 })
        .then(([record]) => appendFileSync(folder + "/told", "audit " + record.seq + "\\n")),
      store.addTraces([aTrace(id, { output: "x".repeat(m * 3000) })])
        .then(() => appendFileSync(folder + "/told", "trace " + id + "\\n")),
    ]));
    if (n === 0) process.stdout.write("begun");
  }`;

const PRUNE_WITHOUT_END = `
  for (let n = 0; ; n += 1) {
    const ids = Array.from({ length: 300 }, (_, m) => name + "." + n + "." + m);
    await Promise.all([
      store.appendAudit([anEntry(ids[0])], testSeal, { durable: false }),
      store.addTraces(ids.map((id, at) => aTrace(id, { at, output: "x".repeat(3000) }))),
      store.addUndo(ids.map((trace, at) => ({ trace, session: "s", path: "a", at, before: new Uint8Array(9000) }))),
    ]);
    if (n === 0) process.stdout.write("begun");
    await store.prune({ traces: { before: 250 }, undo: { maxBytes: 100_000 } });
  }`;

const APPEND_200 = `
  for (let n = 0; n < 200; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, m) =>
      store.appendAudit([anEntry(String(n + m), { session: name })], testSeal, { durable: m === 0 })));
  }
  await store.close();`;

/** Root may write everything, so it becomes somebody else who owns the files. */
const READ_ONLY = `
  await store.addTraces([aTrace("1")]);
  await store.close();
  const become = 65534;
  const isRoot = process.getuid() === 0;
  mkdirSync(folder + "/locked");
  const all = [folder, folder + "/locked", folder + "/state", ...readdirSync(folder + "/state").map((each) => folder + "/state/" + each)];
  if (isRoot) for (const each of all) chownSync(each, become, become);
  if (isRoot) process.setgid(become), process.setuid(become);
  chmodSync(folder + "/locked", 0o500);
  chmodSync(file, 0o400);
  const first = await openSqliteStore({ file, driver });
  const readOnlyFile = [
    (await first.trace("1"))?.id === "1" ? "read" : "lost",
    await say(first.addTraces([aTrace("2")])),
  ];
  await first.close();
  for (const each of readdirSync(folder + "/state")) if (each !== "store.db") rmSync(folder + "/state/" + each);
  chmodSync(folder + "/state", 0o500);
  const readOnlyFolder = await say(openSqliteStore({ file, driver }).then((other) => other.addTraces([aTrace("2")])));
  const missing = await say(openSqliteStore({ file: folder + "/locked/none/store.db", driver }));
  chmodSync(folder + "/state", 0o700);
  chmodSync(folder + "/locked", 0o700);
  console.log(JSON.stringify({ readOnlyFile, readOnlyFolder, missing }));`;

const UNTIL_FULL = `
  let kept = 0;
  let told = "done";
  while (told === "done") {
    told = await say(store.appendAudit([anEntry("x".repeat(2000))], testSeal, { durable: kept % 2 === 0 }));
    if (told === "done") kept += 1;
  }
  await store.close();
  rmSync(folder + "/spare");
  const again = await openSqliteStore({ file, driver });
  const records = await again.readAudit(1, 10000);
  assertChain(records);
  console.log(JSON.stringify({ told, kept, found: records.length, chain: (await again.auditHead()).records }));`;

/** A program in a process of its own with a store: its name is the last argument. */
function command(driver: SqliteDriver, body: string, name: string): [string, string[]] {
  const program = `
    import * as fs from "node:fs";
    import * as code from ${JSON.stringify(code.path)};
    const { appendFileSync, chmodSync, chownSync, mkdirSync, readdirSync, rmSync, writeFileSync } = fs;
    const { anEntry, assertChain, aTrace, libsqlDriver, openSqliteStore, testSeal, tryNodeDriver } = code;
    const [folder, file, name] = process.argv.slice(1);
    const driver = ${driver.name === "node:sqlite" ? "tryNodeDriver()" : "libsqlDriver"};
    const say = (promise) => promise.then(() => "done", (error) => [error.code, error.message]);
    writeFileSync(folder + "/spare", Buffer.alloc(100_000));
    const store = await openSqliteStore({ file, driver });
    ${body}`;
  return [process.execPath, ["--input-type=module", "-e", program, folder, file, name]];
}

function start(driver: SqliteDriver, body: string, name: string): ChildProcess {
  return spawn(...command(driver, body, name), { stdio: ["ignore", "pipe", "inherit"] });
}
