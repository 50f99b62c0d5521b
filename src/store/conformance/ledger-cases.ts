import assert from "node:assert/strict";
import type { LedgerRow, LedgerStore } from "../../ledger/index.ts";
import { rejectsWith, type StoreCase, type StoreSubject } from "./conformance-case.ts";

/** What the log of the ledger promises. */
export const ledgerCases: readonly StoreCase<LedgerStore>[] = [
  {
    title: "rows of the ledger come back in order and as they were, all or those behind a place",
    run: async ({ store }) => {
      assert.deepEqual(await store.ledgerEntries(), []);
      const rows = [row(1), row(2, '{"half":'), row(3, ODD_LINE)];
      assert.equal(await store.appendLedger(rows.slice(0, 2), 1), true);
      assert.equal(await store.appendLedger(rows.slice(2), 3), true);
      assert.deepEqual(await store.ledgerEntries(), rows);
      assert.deepEqual(await store.ledgerEntries(0), rows);
      assert.deepEqual(await store.ledgerEntries(2), rows.slice(2));
      assert.deepEqual(await store.ledgerEntries(3), []);
    },
  },
  {
    title: "the ledger takes rows for its next place only, all of them or none",
    run: async ({ store }) => {
      assert.equal(await store.appendLedger([row(2)], 2), false);
      assert.equal(await store.appendLedger([row(1), row(2)], 1), true);
      assert.equal(await store.appendLedger([row(1)], 1), false);
      assert.equal(await store.appendLedger([row(2), row(3)], 2), false);
      assert.equal(await store.appendLedger([], 3), true);
      assert.equal(await store.appendLedger([], 2), false);
      assert.deepEqual(await store.ledgerEntries(), [row(1), row(2)]);
    },
  },
  {
    title: "the ledger refuses rows that do not follow one another or are no single line",
    run: async ({ store }) => {
      for (const [rows, expected] of [
        [[row(1), row(3)], 1],
        [[row(2)], 1],
        [[row(1), row(1)], 1],
        [[row(0)], 0],
        [[row(1.5)], 1.5],
        [[row(1, "{}\n{}")], 1],
        [[row(1, "{}\0")], 1],
      ] as const)
        await rejectsWith(store.appendLedger(rows, expected), "invalid_input");
      assert.deepEqual(await store.ledgerEntries(), []);
    },
  },
  {
    title: "of many who append to the ledger at one place exactly one succeeds",
    run: async ({ store }) => {
      for (let place = 1; place <= 3; place += 1) {
        const tries = Array.from({ length: 20 }, (_, n) =>
          store.appendLedger([row(place, `{"by":${n}}`)], place),
        );
        const winners = (await Promise.all(tries)).flatMap((won, n) => (won ? [n] : []));
        assert.equal(winners.length, 1);
        assert.deepEqual((await store.ledgerEntries()).at(-1), row(place, `{"by":${winners[0]}}`));
      }
    },
  },
];

/** What it promises when several processes have it open. */
export const sharedLedgerCases: readonly StoreCase<LedgerStore>[] = [
  {
    title: "two who append to the ledger at once never interleave, and see each other's rows",
    run: async (subject) => {
      const stores = [subject.store, await again(subject)];
      await Promise.all(stores.map((store, who) => append10(store, who)));
      const rows = await subject.store.ledgerEntries();
      assert.deepEqual(await stores[1]?.ledgerEntries(), rows);
      assert.deepEqual(
        rows.map(({ seq }) => seq),
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
      const lines = rows.map(({ line }) => line);
      for (let at = 0; at < lines.length; at += 3) {
        assert.deepEqual(lines.slice(at, at + 3), [lines[at], lines[at], lines[at]]);
      }
    },
  },
];

/** Three rows at a time, each time behind the newest. */
async function append10(store: LedgerStore, who: number): Promise<void> {
  for (let n = 0; n < 10;) {
    const next = (await store.ledgerEntries()).length + 1;
    const rows = [0, 1, 2].map((index) => row(next + index, `{"who":${who},"n":${n}}`));
    if (await store.appendLedger(rows, next)) n += 1;
  }
}

async function again({ again: open }: StoreSubject<LedgerStore>): Promise<LedgerStore> {
  assert.ok(open, "a shared store is opened again by `again`");
  return open();
}

const ODD_LINE = JSON.stringify({ text: "\0\ud800\u2028é👩‍👩‍👧'; DROP TABLE ledger; --" });

function row(seq: number, line = `{"seq":${seq}}`): LedgerRow {
  return { seq, line };
}
