import assert from "node:assert/strict";
import type { Evidence } from "../../kernel/index.ts";
import { ODD_NAMES, rejectsWith, type StoreCase } from "./conformance-case.ts";

/** What the memory of a session promises: evidence and cells. */
export const sessionCases: readonly StoreCase[] = [
  {
    title: "what a session has seen of a file comes back, newest first, and of that file and session only",
    run: async ({ store }) => {
      await store.addEvidence("s", [seen("a", 1), seen("b", 2), seen("a", 3)]);
      await store.addEvidence("s", [{ ...seen("a", 4), whole: "w", shownBy: "read" }]);
      await store.addEvidence("t", [seen("a", 5)]);
      await store.addEvidence("t", []);
      assert.deepEqual(await store.evidence("s", "a"), [
        { ...seen("a", 4), whole: "w", shownBy: "read" },
        seen("a", 3),
        seen("a", 1),
      ]);
      assert.deepEqual(await store.evidence("t", "a"), [seen("a", 5)]);
      assert.deepEqual(await store.evidence("s", "c"), []);
    },
  },
  {
    title: "what is seen again is the newest, once; a file read without end does not fill the store",
    run: async ({ store }) => {
      await store.addEvidence("s", [seen("a", 1), seen("a", 2), seen("a", 1)]);
      assert.deepEqual(await store.evidence("s", "a"), [seen("a", 1), seen("a", 2)]);
      for (let n = 0; n < 40; n += 1) {
        await store.addEvidence(
          "s",
          Array.from({ length: 25 }, (_, m) => seen("a", 1000 + n * 25 + m)),
        );
      }
      const kept = await store.evidence("s", "a");
      assert.ok(kept.length >= 50 && kept.length <= 500, `kept ${kept.length}`);
      assert.deepEqual(kept[0], seen("a", 1999));
    },
  },
  {
    title: "evidence has the time at which it was seen, or was first kept, and is the same at any time",
    run: async ({ store }) => {
      const { at: _, ...timeless } = seen("a", 1);
      const before = Date.now();
      await store.addEvidence("s", [timeless]);
      const [kept] = await store.evidence("s", "a");
      assert.ok(kept?.at !== undefined && kept.at >= before && kept.at <= Date.now());
      assert.deepEqual(kept, { ...timeless, at: kept.at });
      await store.addEvidence("s", [{ ...timeless, at: 7 }]);
      assert.deepEqual(await store.evidence("s", "a"), [{ ...timeless, at: 7 }]);
    },
  },
  {
    title: "evidence keeps files and sessions of any name apart",
    run: async ({ store }) => {
      for (const name of ODD_NAMES) await store.addEvidence(name, [seen(name, 1)]);
      for (const name of ODD_NAMES) {
        assert.deepEqual(await store.evidence(name, name), [seen(name, 1)]);
      }
    },
  },
  {
    title: "a cell has no value before the first, and a version that counts up",
    run: async ({ store }) => {
      assert.equal(await store.cell("s", "todo"), undefined);
      assert.equal(await store.setCell("s", "todo", "x", 1), false);
      assert.equal(await store.cell("s", "todo"), undefined);
      for (const [version, value] of [null, [], { a: [1, "\ud800\0"] }, false, "", 0].entries()) {
        assert.equal(await store.setCell("s", "todo", value, version), true);
        assert.deepEqual(await store.cell("s", "todo"), { value, version: version + 1 });
        assert.equal(await store.setCell("s", "todo", "late", version), false);
      }
      assert.equal(await store.setCell("s", "todo", "again", 0), false);
      await rejectsWith(store.setCell("s", "todo", undefined, 6), "invalid_input");
      assert.deepEqual(await store.cell("s", "todo"), { value: 0, version: 6 });
    },
  },
  {
    title: "cells of other sessions and names are other cells",
    run: async ({ store }) => {
      for (const name of ODD_NAMES) assert.equal(await store.setCell(name, name, name, 0), true);
      for (const name of ODD_NAMES) {
        assert.deepEqual(await store.cell(name, name), { value: name, version: 1 });
        assert.equal(await store.cell(name, `${name}x`), undefined);
      }
    },
  },
  {
    title: "of many who set one cell from the same version exactly one succeeds",
    run: async ({ store }) => {
      for (let version = 0; version < 3; version += 1) {
        const tries = Array.from({ length: 20 }, (_, n) => store.setCell("s", "c", n, version));
        const winner = (await Promise.all(tries)).flatMap((won, n) => (won ? [n] : []));
        assert.equal(winner.length, 1);
        assert.deepEqual(await store.cell("s", "c"), { value: winner[0], version: version + 1 });
      }
    },
  },
];

function seen(path: string, size: number): Evidence {
  return { path, identity: `id:${size}`, ranges: [{ start: 0, end: size, digest: "d" }], at: 5 };
}
