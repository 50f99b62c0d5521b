import assert from "node:assert/strict";
import { anEntry, assertChain, ODD_NAMES, type StoreCase, testSeal } from "./conformance-case.ts";

const ANY = { durable: false };

/** What the trail promises. */
export const auditCases: readonly StoreCase[] = [
  {
    title: "an empty trail has no records and an empty seal",
    run: async ({ store }) => {
      assert.deepEqual(await store.auditHead(), { records: 0, seal: "" });
      assert.deepEqual(await store.readAudit(1, 10), []);
      assert.deepEqual(await store.appendAudit([], testSeal, ANY), []);
    },
  },
  {
    title: "entries are sealed one behind the other, and read back as they were returned",
    run: async ({ store }) => {
      const first = await store.appendAudit(
        [anEntry("1"), anEntry("2", { kind: "completed" })],
        testSeal,
        ANY,
      );
      const second = await store.appendAudit([anEntry("3", { note: "why" })], testSeal, { durable: true });
      const records = await store.readAudit(1, 10);
      assert.deepEqual(records, [...first, ...second]);
      assertChain(records);
      assert.deepEqual(await store.auditHead(), { records: 3, seal: records[2]?.seal });
    },
  },
  {
    title: "a part of the trail is read from a number on",
    run: async ({ store }) => {
      const entries = ["1", "2", "3", "4", "5"].map((trace) => anEntry(trace));
      const records = await store.appendAudit(entries, testSeal, ANY);
      assert.deepEqual(await store.readAudit(2, 2), records.slice(1, 3));
      assert.deepEqual(await store.readAudit(5, 10), records.slice(4));
      assert.deepEqual(await store.readAudit(6, 10), []);
      assert.deepEqual(await store.readAudit(0, 0), []);
      assert.deepEqual(await store.readAudit(1, -1), []);
    },
  },
  {
    title: "entries come all or none, and who appends beside a failing one is not disturbed",
    run: async ({ store }) => {
      const failing = anEntry("bad");
      const results = await Promise.allSettled(
        ["1", "2", "bad", "3", "4"].map((trace) =>
          store.appendAudit(
            [anEntry(`${trace}a`), trace === "bad" ? failing : anEntry(`${trace}b`)],
            (entry, seq, prev) => {
              if (entry === failing) throw new RangeError("no seal today");
              return testSeal(entry, seq, prev);
            },
            { durable: trace === "3" },
          ),
        ),
      );
      assert.deepEqual(
        results.map((result) => (result.status === "fulfilled" ? "kept" : String(result.reason))),
        ["kept", "kept", "RangeError: no seal today", "kept", "kept"],
      );
      const records = await store.readAudit(1, 100);
      assertChain(records);
      assert.deepEqual(
        records.map(({ trace }) => trace),
        ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"],
      );
    },
  },
  {
    title: "200 who append at once form one chain, in the order of their calls",
    run: async ({ store }) => {
      const calls = Array.from({ length: 200 }, (_, n) => String(n));
      await Promise.all(
        calls.map((n) => store.appendAudit([anEntry(n)], testSeal, { durable: Number(n) % 2 === 0 })),
      );
      const records = await store.readAudit(1, 1000);
      assertChain(records);
      assert.deepEqual(
        records.map(({ trace }) => trace),
        calls,
      );
    },
  },
  {
    title: "any text survives in a record",
    run: async ({ store }) => {
      const entries = ODD_NAMES.map((name) => anEntry(name, { session: name, note: name }));
      await store.appendAudit(entries, testSeal, ANY);
      const records = await store.readAudit(1, 100);
      assertChain(records);
      assert.deepEqual(
        records.map(({ note }) => note),
        ODD_NAMES,
      );
    },
  },
];
