import assert from "node:assert/strict";
import type { ControlStore } from "../../control/index.ts";
import { anEntry, aTrace, rejectsWith, type StoreCase, testSeal } from "./conformance-case.ts";

/** What throwing away and closing promise. */
export const pruneCases: readonly StoreCase[] = [
  {
    title: "prune by age takes traces and undo data that are older, and never the trail",
    run: async ({ store }) => {
      await fill(store, 10);
      assert.deepEqual(await store.prune({}), { traces: 0, undo: 0 });
      assert.deepEqual(await store.prune({ before: 6 }), { traces: 6, undo: 6 });
      assert.deepEqual(await left(store), { traces: [9, 8, 7, 6], undo: [9, 8, 7, 6], audit: 10 });
      assert.deepEqual(await store.prune({ before: 6 }), { traces: 0, undo: 0 });
      assert.deepEqual(await store.prune({ before: 100 }), { traces: 4, undo: 4 });
      assert.deepEqual(await left(store), { traces: [], undo: [], audit: 10 });
    },
  },
  {
    title: "prune by size takes the oldest first until the rest fits, and never the trail",
    run: async ({ store }) => {
      await fill(store, 20);
      assert.deepEqual(await store.prune({ maxBytes: 1e9 }), { traces: 0, undo: 0 });
      const removed = await store.prune({ maxBytes: 20_000 });
      const rest = await left(store);
      assert.equal(rest.audit, 20);
      assert.equal(removed.traces + rest.traces.length, 20);
      assert.equal(removed.undo + rest.undo.length, 20);
      const newest = Array.from({ length: 20 }, (_, n) => 19 - n);
      assert.deepEqual(rest.traces, newest.slice(0, rest.traces.length));
      assert.deepEqual(rest.undo, newest.slice(0, rest.undo.length));
      assert.ok(Math.abs(rest.traces.length - rest.undo.length) <= 1, "age decides, not the kind");
      assert.ok(rest.undo.length >= 6 && rest.undo.length <= 9, `kept ${rest.undo.length}`);
      assert.deepEqual(await store.prune({ maxBytes: 20_000 }), { traces: 0, undo: 0 });
      await store.prune({ maxBytes: 0 });
      assert.deepEqual(await left(store), { traces: [], undo: [], audit: 20 });
    },
  },
  {
    title: "prune of thousands leaves a store that works, and calls go on meanwhile",
    run: async ({ store }) => {
      const many = Array.from({ length: 3500 }, (_, n) => aTrace(`t${n}`, { at: n }));
      await store.addTraces(many);
      const pruning = store.prune({ before: 3400, maxBytes: 0 });
      await store.appendAudit([anEntry("during")], testSeal, { durable: true });
      assert.deepEqual(await pruning, { traces: 3500, undo: 0 });
      await store.addTraces([aTrace("after")]);
      assert.equal((await store.traces({ limit: 10 })).length, 1);
    },
  },
  {
    title: "closing finishes what was asked for, and can be repeated",
    run: async ({ store }) => {
      const adding = store.addTraces([aTrace("1")]);
      await Promise.all([store.close(), store.close()]);
      await adding;
      await store.close();
      await rejectsWith(store.addTraces([aTrace("2")]), "unavailable");
      await rejectsWith(store.trace("1"), "unavailable");
    },
  },
];

async function fill(store: ControlStore, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    await store.addTraces([aTrace(`t${at}`, { at, output: "x".repeat(1000) })]);
    await store.addUndo([{ trace: `t${at}`, session: "s", path: "a", at, before: new Uint8Array(1250) }]);
    await store.appendAudit([anEntry(`t${at}`, { at })], testSeal, { durable: false });
  }
}

async function left(store: ControlStore) {
  const traces = await store.traces({ limit: 100 });
  const undo = await store.undo({ session: "s" });
  return {
    traces: traces.map(({ at }) => at),
    undo: undo.map(({ at }) => at),
    audit: (await store.readAudit(1, 1000)).length,
  };
}
