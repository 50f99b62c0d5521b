import assert from "node:assert/strict";
import { anApproval, rejectsWith, type StoreCase } from "./conformance-case.ts";

/** What approvals promise. */
export const approvalCases: readonly StoreCase[] = [
  {
    title: "an approval is found by its id and by its state, in the order they were asked",
    run: async ({ store }) => {
      const [one, two, three] = [anApproval("2"), anApproval("1", { state: "denied" }), anApproval("3")];
      for (const each of [one, two, three]) await store.addApproval(each);
      assert.deepEqual(await store.approval("1"), two);
      assert.equal(await store.approval("4"), undefined);
      assert.deepEqual(await store.approvals(), [one, two, three]);
      assert.deepEqual(await store.approvals("waiting"), [one, three]);
      assert.deepEqual(await store.approvals("spent"), []);
      await rejectsWith(store.addApproval(anApproval("1")), "invalid_input");
      assert.deepEqual(await store.approval("1"), two);
    },
  },
  {
    title: "an approval changes only from the state it is thought to be in",
    run: async ({ store }) => {
      await store.addApproval(anApproval("1"));
      const approved = anApproval("1", { state: "approved", answeredBy: "a person" });
      assert.equal(await store.updateApproval(approved, "denied"), false);
      assert.deepEqual(await store.approval("1"), anApproval("1"));
      assert.equal(await store.updateApproval(approved, "waiting"), true);
      assert.equal(await store.updateApproval(anApproval("1", { state: "denied" }), "waiting"), false);
      assert.deepEqual(await store.approval("1"), approved);
      assert.deepEqual(await store.approvals("waiting"), []);
      assert.equal(await store.updateApproval(anApproval("2"), "waiting"), false);
    },
  },
  {
    title: "of many who spend one approval exactly one succeeds",
    run: async ({ store }) => {
      await store.addApproval(anApproval("1", { state: "approved" }));
      const spent = anApproval("1", { state: "spent" });
      const won = await Promise.all(
        Array.from({ length: 20 }, () => store.updateApproval(spent, "approved")),
      );
      assert.equal(won.filter(Boolean).length, 1);
    },
  },
];
