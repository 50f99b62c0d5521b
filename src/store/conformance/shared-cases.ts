import assert from "node:assert/strict";
import type { ControlStore } from "../../control/index.ts";
import {
  anApproval,
  anEntry,
  assertChain,
  aTrace,
  type StoreCase,
  type StoreSubject,
  testSeal,
} from "./conformance-case.ts";

/** What a store promises that several processes have open. */
export const sharedCases: readonly StoreCase[] = [
  {
    title: "what one keeps the other sees, and it outlives both",
    run: async (subject) => {
      const other = await again(subject);
      await subject.store.addTraces([aTrace("1")]);
      assert.deepEqual(await other.trace("1"), aTrace("1"));
      await other.setCell("s", "c", 1, 0);
      assert.deepEqual(await subject.store.cell("s", "c"), { value: 1, version: 1 });
      await Promise.all([other.close(), subject.store.close()]);
      assert.deepEqual(await (await again(subject)).trace("1"), aTrace("1"));
    },
  },
  {
    title: "three who append at once form one chain",
    run: async (subject) => {
      const stores = [subject.store, await again(subject), await again(subject)];
      await Promise.all(stores.map(append20));
      const records = await subject.store.readAudit(1, 1000);
      assert.equal(records.length, 60);
      assertChain(records);
    },
  },
  {
    title: "of two who change one approval or cell exactly one succeeds",
    run: async (subject) => {
      const other = await again(subject);
      for (let n = 0; n < 20; n += 1) {
        const id = String(n);
        await subject.store.addApproval(anApproval(id));
        const answers = (["approved", "denied"] as const).map((state) => anApproval(id, { state }));
        const [yes, no] = await Promise.all([
          subject.store.updateApproval(answers[0]!, "waiting"),
          other.updateApproval(answers[1]!, "waiting"),
        ]);
        assert.notEqual(yes, no);
        assert.deepEqual(await other.approval(id), answers[yes ? 0 : 1]);
        const [mine, theirs] = await Promise.all([
          subject.store.setCell("s", "c", "mine", n),
          other.setCell("s", "c", "theirs", n),
        ]);
        assert.notEqual(mine, theirs);
      }
    },
  },
];

async function append20(store: ControlStore): Promise<void> {
  for (let n = 0; n < 20; n += 1) {
    await store.appendAudit([anEntry(String(n))], testSeal, { durable: n % 5 === 0 });
  }
}

async function again({ again: open }: StoreSubject): Promise<ControlStore> {
  assert.ok(open, "a shared store is opened again by `again`");
  return open();
}
