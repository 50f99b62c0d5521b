import assert from "node:assert/strict";
import type { ControlStore } from "../../control/index.ts";
import type { Evidence } from "../../kernel/index.ts";
import { anApproval, anEntry, aTrace, rejectsWith, type StoreCase, testSeal } from "./conformance-case.ts";

/** What throwing away and closing promise. */
export const pruneCases: readonly StoreCase[] = [
  {
    title: "prune by age takes what is older of the kinds that are named, and never the trail or a cell",
    run: async ({ store }) => {
      await fill(store, 10);
      assert.deepEqual(await store.prune({}), NOTHING);
      assert.deepEqual(await store.prune({ traces: { before: 6 } }), { ...NOTHING, traces: 6 });
      assert.deepEqual(await left(store), { traces: [9, 8, 7, 6], undo: countdown(10), audit: 10 });
      assert.deepEqual(await store.prune({ undo: { before: 3 } }), { ...NOTHING, undo: 3 });
      assert.deepEqual(await store.prune({ undo: { before: 3 } }), NOTHING);
      assert.deepEqual(await store.prune({ traces: { before: 100 }, undo: { before: 100 } }), {
        ...NOTHING,
        traces: 4,
        undo: 7,
      });
      assert.deepEqual(await left(store), { traces: [], undo: [], audit: 10 });
      assert.deepEqual(await store.cell("s", "c"), { value: 1, version: 1 });
    },
  },
  {
    title: "prune by size takes the oldest of a kind first until the rest of it fits, and never the trail",
    run: async ({ store }) => {
      await fill(store, 20);
      assert.deepEqual(await store.prune({ traces: { maxBytes: 1e9 }, undo: { maxBytes: 1e9 } }), NOTHING);
      const limits = { traces: { maxBytes: 10_000 }, undo: { maxBytes: 5 * 1251 } };
      const removed = await store.prune(limits);
      const rest = await left(store);
      assert.deepEqual(rest, {
        traces: countdown(20).slice(0, rest.traces.length),
        undo: [19, 18, 17, 16, 15],
        audit: 20,
      });
      assert.ok(rest.traces.length >= 6 && rest.traces.length <= 9, `kept ${rest.traces.length}`);
      assert.deepEqual(removed, { ...NOTHING, traces: 20 - rest.traces.length, undo: 15 });
      assert.deepEqual(await store.prune(limits), NOTHING);
      assert.deepEqual(await store.prune({ undo: { before: 17, maxBytes: 2 * 1251 } }), {
        ...NOTHING,
        undo: 3,
      });
      await store.prune({ traces: { maxBytes: 0 }, undo: { maxBytes: 0 } });
      assert.deepEqual(await left(store), { traces: [], undo: [], audit: 20 });
    },
  },
  {
    title: "prune takes questions that ended long ago, whatever the answer, and none that may still count",
    run: async ({ store }) => {
      const ended = ["waiting", "approved", "denied", "spent", "expired"] as const;
      for (const state of ended) await store.addApproval(anApproval(state, { state, expiresAt: 5 }));
      const open = anApproval("open", { state: "approved", createdAt: 1, expiresAt: 50 });
      await store.addApproval(anApproval("open"));
      await store.updateApproval(open, "waiting");
      assert.deepEqual(await store.prune({ approvals: { before: 5 } }), NOTHING);
      assert.deepEqual(await store.prune({ approvals: { before: 6 } }), { ...NOTHING, approvals: 5 });
      assert.deepEqual(await store.approvals(), [open]);
    },
  },
  {
    title: "prune takes what was seen long ago; seeing it again makes it new",
    run: async ({ store }) => {
      await store.addEvidence("s", [seen("a", 1), seen("b", 2), seen("a", 3)]);
      await store.addEvidence("t", [seen("a", 1)]);
      assert.deepEqual(await store.prune({ evidence: { before: 3 } }), { ...NOTHING, evidence: 2 });
      assert.deepEqual(await store.evidence("s", "a"), [seen("a", 3)]);
      assert.deepEqual(await store.evidence("s", "b"), []);
      assert.deepEqual(await store.evidence("t", "a"), []);
    },
  },
  {
    title: "two who prune at once take no more than one, and the store gets smaller",
    run: async ({ store, again }) => {
      await fill(store, 40, 20_000);
      const size = await store.size();
      const other = (await again?.()) ?? store;
      const limits = { traces: { maxBytes: 300_000 }, undo: { before: 40 } };
      const [mine, theirs] = await Promise.all([store.prune(limits), other.prune(limits)]);
      const rest = await left(store);
      assert.ok(rest.traces.length >= 13 && rest.traces.length <= 15, `kept ${rest.traces.length}`);
      assert.equal(mine.traces + theirs.traces + rest.traces.length, 40);
      assert.equal(mine.undo + theirs.undo, 40);
      assert.ok((await store.size()) < size / 2, `${size} became ${await store.size()}`);
    },
  },
  {
    title: "prune of thousands leaves a store that works, and calls go on meanwhile",
    run: async ({ store }) => {
      const many = Array.from({ length: 3500 }, (_, n) => aTrace(`t${n}`, { at: n }));
      await store.addTraces(many);
      const pruning = store.prune({ traces: { before: 3400, maxBytes: 0 } });
      await store.appendAudit([anEntry("during")], testSeal, { durable: true });
      assert.deepEqual(await pruning, { ...NOTHING, traces: 3500 });
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

const NOTHING = { traces: 0, undo: 0, approvals: 0, evidence: 0 };

function seen(path: string, at: number): Evidence {
  return { path, identity: "id:1", ranges: [], at };
}

function countdown(count: number): readonly number[] {
  return Array.from({ length: count }, (_, n) => count - 1 - n);
}

async function fill(store: ControlStore, count: number, length = 1000): Promise<void> {
  await store.setCell("s", "c", 1, 0);
  for (let at = 0; at < count; at += 1) {
    await store.addTraces([aTrace(`t${at}`, { at, output: "x".repeat(length) })]);
    await store.addUndo([
      { trace: `t${at}`, session: "s", path: "a", at, before: new Uint8Array(length + 250) },
    ]);
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
