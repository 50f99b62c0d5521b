import assert from "node:assert/strict";
import type { UndoRecord } from "../../control/index.ts";
import { ODD_NAMES, type StoreCase } from "./conformance-case.ts";

/** What undo data promises. */
export const undoCases: readonly StoreCase[] = [
  {
    title: "what a call or a session changed comes back byte by byte, newest first",
    run: async ({ store }) => {
      const bytes = Uint8Array.from({ length: 256 }, (_, n) => n);
      const one = record("1", "a", { before: bytes, mode: 0o755, after: "d" });
      const two = record("1", "b", { was: "folder", is: "folder", lost: "too large", after: "e" });
      const three = record("2", "a", { before: new Uint8Array(0) });
      const other = record("3", "a", { session: "t", before: bytes.subarray(10, 20) });
      await store.addUndo([one, two]);
      await store.addUndo([three]);
      await store.addUndo([other]);
      assert.deepEqual(await store.undo({ trace: "1" }), [two, one]);
      assert.deepEqual(await store.undo({ session: "s" }), [three, two, one]);
      assert.deepEqual(await store.undo({ session: "t" }), [{ ...other, before: bytes.slice(10, 20) }]);
      assert.deepEqual(await store.undo({ trace: "1", session: "t" }), []);
      assert.deepEqual(await store.undo({ trace: "4" }), []);
    },
  },
  {
    title: "undo of nothing in particular is nothing, not everything",
    run: async ({ store }) => {
      await store.addUndo([record("1", "a")]);
      await store.addUndo([]);
      assert.deepEqual(await store.undo({}), []);
    },
  },
  {
    title: "what was put back says when, and only that",
    run: async ({ store }) => {
      await store.addUndo([record("1", "a"), record("1", "b"), record("2", "a")]);
      await store.markUndone("1", "a", 9.5);
      await store.markUndone("7", "a", 9);
      assert.deepEqual(await store.undo({ session: "s" }), [
        record("2", "a"),
        record("1", "b"),
        record("1", "a", { undoneAt: 9.5 }),
      ]);
    },
  },
  {
    title: "a path of any name is put back under that name",
    run: async ({ store }) => {
      await store.addUndo(ODD_NAMES.map((name) => record("1", name)));
      for (const name of ODD_NAMES) await store.markUndone("1", name, 2);
      const paths = (await store.undo({ trace: "1" })).map(({ path, undoneAt }) => [path, undoneAt]);
      assert.deepEqual(
        paths.toReversed(),
        ODD_NAMES.map((name) => [name, 2]),
      );
    },
  },
];

function record(trace: string, path: string, more: Partial<UndoRecord> = {}): UndoRecord {
  return { trace, session: "s", path, at: 1, ...more };
}
