import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AuditHead, ControlStore } from "../../control/index.ts";
import { anEntry, assertChain, aTrace, testSeal } from "../conformance/conformance-case.ts";
import { defaultDriver } from "./default-driver.ts";
import type { SqliteDriver } from "./driver.ts";
import { openSqliteStore } from "./open-sqlite-store.ts";

let folder = "";
let store: ControlStore;
let commits: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deckhand-queue-"));
  store = await openSqliteStore({ file: join(folder, "store.db"), driver: noting() });
  commits = [];
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe("commits", () => {
  it("are shared by all who call at once, and one for each who waits", async () => {
    await Promise.all(Array.from({ length: 64 }, (_, n) => append(String(n), true)));
    expect(commits).toEqual(["FULL"]);
    for (let n = 0; n < 5; n += 1) await append(String(n), true);
    expect(commits).toHaveLength(6);
    assertChain(await store.readAudit(1, 100));
  });

  it("are shared by calls of every kind", async () => {
    const evidence = { path: "a", identity: "id:1" as const, ranges: [] };
    await Promise.all([
      append("1", false),
      store.addTraces([aTrace("1")]),
      store.addEvidence("s", [evidence]),
      store.setCell("s", "c", 1, 0),
    ]);
    expect(commits).toEqual(["NORMAL"]);
  });

  it("wait for the disk when one of them is to be durable, and only then", async () => {
    await append("1", false);
    await append("2", true);
    await append("3", false);
    await Promise.all([append("4", false), append("5", true), store.addTraces([aTrace("5")])]);
    await store.addTraces([aTrace("6")]);
    expect(commits).toEqual(["NORMAL", "FULL", "NORMAL", "FULL", "NORMAL"]);
  });

  it("are in the order of the calls, whatever fails among them", async () => {
    const order: string[] = [];
    const calls = Array.from({ length: 300 }, async (_, n) => {
      const id = n % 50 === 7 ? "twice" : String(n);
      const settled = () => order.push(String(n));
      await store.addTraces([aTrace(id)]).then(settled, settled);
    });
    await Promise.all(calls);
    expect(order).toEqual(Array.from({ length: 300 }, (_, n) => String(n)));
    const stored = (await store.traces({ limit: 1000 })).map(({ id }) => id).toReversed();
    expect(stored).toEqual(order.flatMap((n) => (Number(n) % 50 !== 7 ? [n] : n === "7" ? ["twice"] : [])));
  });

  it("leave room for reads, which never see what is not committed", async () => {
    let reading: Promise<AuditHead> | undefined;
    const failing = store.appendAudit(
      [anEntry("1"), anEntry("2")],
      (entry, seq, prev) => {
        reading ??= store.auditHead();
        if (seq === 2) throw new Error("no");
        return testSeal(entry, seq, prev);
      },
      { durable: false },
    );
    await expect(failing).rejects.toThrow("no");
    expect(await reading).toEqual({ records: 0, seal: "" });
  });
});

function append(trace: string, durable: boolean) {
  return store.appendAudit([anEntry(trace)], testSeal, { durable });
}

/** Notes how far each commit is to reach. */
function noting(): SqliteDriver {
  const driver = defaultDriver();
  return {
    name: driver.name,
    open: async (file) => {
      const connection = await driver.open(file);
      let level = "unknown";
      return {
        ...connection,
        exec: async (sql) => {
          await connection.exec(sql);
          level = /synchronous=(\w+)/.exec(sql)?.[1] ?? level;
        },
        transaction: async (body) => {
          const result = await connection.transaction(body);
          commits.push(level);
          return result;
        },
      };
    },
  };
}
