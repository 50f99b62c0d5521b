import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { manualClock } from "../../backends/index.ts";
import { memoryApprovals } from "../../store/memory/memory-approvals.ts";
import type { ApprovalBinding } from "./approval.ts";
import { type ApprovalsOptions, createApprovals } from "./approvals.ts";

const binding: ApprovalBinding = {
  session: "cli",
  tool: "write",
  definition: "d1",
  input: "i1",
  cwd: "/ws",
  places: "l1",
  policy: "p1",
};
const question = { binding, preview: "write a", reason: "it writes" };
const START = 1_000_000_000;

function setUp(more: Partial<ApprovalsOptions> = {}) {
  const store = memoryApprovals();
  const clock = manualClock(START);
  let made = 0;
  const newId = () => `a${(made += 1)}`;
  const approvals = createApprovals({ store, clock, newId, ttlMs: 1000, sessionTtlMs: 10_000, ...more });
  const yes = async (width: "once" | "session" | "rule" = "once") => {
    const { id } = await approvals.request(question);
    await approvals.answer(id, { yes: true, width, by: "ana" });
    return id;
  };
  return { store, clock, approvals, yes };
}

describe("asking", () => {
  it("a question waits, with when it was put and until when it holds", async () => {
    const { approvals } = setUp();
    const asked = await approvals.request(question);
    expect(asked).toEqual({
      ...question,
      id: "a1",
      state: "waiting",
      width: "once",
      createdAt: START,
      expiresAt: START + 1000,
    });
    expect(await approvals.waiting()).toEqual([asked]);
  });

  it("the same question is not put twice, another one is", async () => {
    const { approvals } = setUp();
    await approvals.request(question);
    expect((await approvals.request(question)).id).toBe("a1");
    expect((await approvals.request({ ...question, binding: { ...binding, input: "i2" } })).id).toBe("a2");
    expect((await approvals.request({ ...question, preview: "write a, changed since" })).id).toBe("a3");
  });

  it("a question that waited too long no longer waits and cannot be answered", async () => {
    const { approvals, clock, store } = setUp();
    const { id } = await approvals.request(question);
    clock.advance(1000);
    expect(await approvals.waiting()).toEqual([]);
    const answered = await approvals.answer(id, { yes: true, by: "ana" });
    expect(answered).toMatchObject({ kind: "late", approval: { state: "expired" } });
    expect(await approvals.spend(binding, id)).toMatchObject({ kind: "refused", reason: "it has expired" });
    expect(await store.approval(id)).toMatchObject({ state: "expired" });
  });

  it("a question that was taken back cannot be answered", async () => {
    const { approvals } = setUp();
    const { id } = await approvals.request(question);
    await approvals.withdraw(id);
    expect(await approvals.answer(id, { yes: true, by: "ana" })).toMatchObject({ kind: "late" });
  });
});

describe("answering", () => {
  it("the first answer counts, and the second is told so", async () => {
    const { approvals } = setUp();
    const { id } = await approvals.request(question);
    expect(await approvals.answer(id, { yes: false, by: "ana" })).toMatchObject({ kind: "counted" });
    expect(await approvals.answer(id, { yes: true, by: "bob" })).toMatchObject({
      kind: "late",
      approval: { state: "denied", answeredBy: "ana" },
    });
    expect(await approvals.spend(binding, id)).toMatchObject({ kind: "refused", reason: "a person said no" });
  });

  it("of two answers at once exactly one counts", async () => {
    const { approvals } = setUp();
    const { id } = await approvals.request(question);
    const kinds = await Promise.all(
      [true, false].map(async (yes) => (await approvals.answer(id, { yes, by: "x" })).kind),
    );
    expect(kinds.toSorted()).toEqual(["counted", "late"]);
  });

  it("an answer to nothing changes nothing", async () => {
    const { approvals } = setUp();
    expect(await approvals.answer("a9", { yes: true, by: "ana" })).toEqual({ kind: "unknown" });
  });

  it("a no is remembered for a while, for exactly this call", async () => {
    const { approvals, clock } = setUp();
    const { id } = await approvals.request(question);
    await approvals.answer(id, { yes: false, by: "ana" });
    expect(await approvals.denial(binding)).toMatchObject({ id });
    expect(await approvals.denial({ ...binding, input: "i2" })).toBeUndefined();
    clock.advance(1000);
    expect(await approvals.denial(binding)).toBeUndefined();
  });
});

describe("spending", () => {
  it("R238: a yes carries one call and is used up", async () => {
    const { approvals, yes } = setUp();
    const id = await yes();
    expect(await approvals.spend(binding)).toMatchObject({ kind: "spent", approval: { id, state: "spent" } });
    expect(await approvals.spend(binding)).toEqual({ kind: "none" });
    expect(await approvals.spend(binding, id)).toMatchObject({ reason: "it has already been used" });
  });

  it("without a yes there is nothing to spend", async () => {
    const { approvals } = setUp();
    expect(await approvals.spend(binding)).toEqual({ kind: "none" });
    expect(await approvals.spend(binding, "a7")).toMatchObject({ reason: "there is no such approval" });
    const { id } = await approvals.request(question);
    expect(await approvals.spend(binding, id)).toEqual({ kind: "none" });
    expect(await approvals.spend(binding)).toEqual({ kind: "none" });
  });

  it.each([
    ["session", "it belongs to another session"],
    ["tool", "it is for another tool"],
    ["definition", "the tool's definition has changed since"],
    ["input", "it is for other arguments"],
    ["cwd", "it is for another working directory"],
    ["policy", "the policy has changed since"],
  ] as const)("a call that differs in its %s is refused, once or session-wide", async (part, reason) => {
    for (const width of ["once", "session"] as const) {
      const { approvals, yes } = setUp();
      const id = await yes(width);
      const other = { ...binding, [part]: "other" };
      expect(await approvals.spend(other, id)).toMatchObject({ kind: "refused", reason });
      expect(await approvals.spend(other)).toEqual({ kind: "none" });
      expect(await approvals.spend(binding, id)).toMatchObject({ kind: "spent" });
    }
  });

  it("of many who spend one yes at once exactly one succeeds", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 20 }), fc.boolean(), async (many, named) => {
        const { approvals, yes } = setUp();
        const id = await yes();
        const tries = Array.from({ length: many }, () => approvals.spend(binding, named ? id : undefined));
        const spent = (await Promise.all(tries)).filter(({ kind }) => kind === "spent");
        expect(spent).toHaveLength(1);
      }),
      { numRuns: 30 },
    );
  });

  it("two yeses carry two calls", async () => {
    const { approvals, yes } = setUp();
    await yes();
    await yes();
    const spent = await Promise.all([1, 2, 3].map(async () => (await approvals.spend(binding)).kind));
    expect(spent.toSorted()).toEqual(["none", "spent", "spent"]);
  });

  it("a yes for the session carries the exact call again and again, until it is too old", async () => {
    const { approvals, clock, yes } = setUp();
    await yes("session");
    clock.advance(9999);
    for (let times = 0; times < 3; times += 1) {
      expect(await approvals.spend(binding)).toMatchObject({ kind: "spent" });
    }
    clock.advance(1);
    expect(await approvals.spend(binding)).toEqual({ kind: "none" });
  });

  it("a yes that can be used again is used before one that cannot", async () => {
    const { approvals, store, yes } = setUp();
    const once = await yes();
    await yes("session");
    await approvals.spend(binding);
    expect(await store.approval(once)).toMatchObject({ state: "approved" });
  });

  it("a yes expires, counted from the answer", async () => {
    const { approvals, clock, store } = setUp();
    const { id } = await approvals.request(question);
    clock.advance(900);
    await approvals.answer(id, { yes: true, by: "ana" });
    clock.advance(900);
    expect(await store.approval(id)).toMatchObject({ state: "approved" });
    clock.advance(100);
    expect(await approvals.spend(binding, id)).toMatchObject({ kind: "refused", reason: "it has expired" });
    expect(await approvals.spend(binding)).toEqual({ kind: "none" });
  });

  it("a clock that jumps back makes no approval hold longer", async () => {
    const { approvals, clock, yes } = setUp();
    const id = await yes("session");
    clock.advance(-3_600_000);
    expect(await approvals.spend(binding, id)).toMatchObject({ kind: "refused", reason: "it has expired" });
    expect(await approvals.waiting()).toEqual([]);
  });

  it("a store that fails is no yes", async () => {
    const broken = { ...memoryApprovals(), approvals: () => Promise.reject(new Error("locked")) };
    const { approvals } = setUp({ store: broken });
    await expect(approvals.spend(binding)).rejects.toThrow("locked");
  });
});
