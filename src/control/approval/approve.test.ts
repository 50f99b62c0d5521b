import { describe, expect, it } from "vitest";
import { manualClock } from "../../backends/index.ts";
import type { Timer } from "../../kernel/index.ts";
import { memoryApprovals } from "../../store/memory/memory-approvals.ts";
import { write } from "../../tools/index.ts";
import { judgeTrust } from "../trust/judge-trust.ts";
import { approve, type ApprovalRequest } from "./approve.ts";
import { createApprovals } from "./approvals.ts";
import { type Approver, type ApproverAnswer, noApprover } from "./approver.ts";

const binding = {
  session: "cli",
  tool: "write",
  definition: "d",
  input: "i",
  cwd: "/ws",
  places: "l",
  policy: "p",
};

function saying(...answers: ApproverAnswer[]): Approver & { asked: string[] } {
  const asked: string[] = [];
  return {
    by: "terminal",
    asked,
    ask: async ({ id }) => {
      asked.push(id);
      return answers.shift() ?? "unavailable";
    },
  };
}

function setUp() {
  const clock = manualClock(1_000_000_000);
  let made = 0;
  const newId = () => `a${(made += 1)}`;
  const approvals = createApprovals({ store: memoryApprovals(), clock, newId, ttlMs: 1000 });
  const run = (more: Partial<ApprovalRequest> = {}) =>
    approve({
      approvals,
      approver: noApprover,
      binding,
      reason: "it writes",
      preview: () => "write a",
      cancel: new AbortController().signal,
      clock,
      ...more,
    });
  return { approvals, clock, run };
}

describe("with somebody to ask", () => {
  it("R238: a yes lets this call through once, and the next is asked about again", async () => {
    const { run } = setUp();
    const approver = saying("once", "deny");
    expect(await run({ approver })).toMatchObject({ verdict: "allow", mark: "approved by terminal (a1)" });
    expect((await run({ approver })).verdict).toBe("deny");
    expect(approver.asked).toEqual(["a1", "a2"]);
  });

  it("R238: a yes leaves the standing trust level where it is", async () => {
    const { run } = setUp();
    const question = {
      current: "L2",
      tool: write,
      touches: [],
      safePaths: [],
      containment: "sandbox",
    } as const;
    expect(judgeTrust(question).verdict).toBe("ask");
    expect((await run({ approver: saying("session") })).verdict).toBe("allow");
    expect(judgeTrust(question).verdict).toBe("ask");
  });

  it("a yes for the session is not asked about again, for exactly this call", async () => {
    const { run } = setUp();
    const approver = saying("session", "deny");
    await run({ approver });
    expect((await run({ approver })).verdict).toBe("allow");
    expect(approver.asked).toHaveLength(1);
    expect((await run({ approver, binding: { ...binding, input: "j" } })).verdict).toBe("deny");
  });

  it("a yes as a rule says so, with the rule", async () => {
    const { run } = setUp();
    const rule = { tool: "write", cwd: "/ws", definition: "d", when: [] };
    const outcome = await run({ approver: saying("rule"), rule });
    expect(outcome).toMatchObject({ verdict: "allow", approval: { width: "rule", rule } });
  });

  it("a no is told with what would work", async () => {
    const { run } = setUp();
    expect(await run({ approver: saying("deny") })).toEqual({
      verdict: "deny",
      code: "denied_trust",
      reason: "The approval a1 does not allow this call: a person said no.",
      hint: expect.stringContaining("Ask the person") as string,
    });
  });

  it("an answer given elsewhere meanwhile has decided", async () => {
    const { approvals, run } = setUp();
    const approver: Approver = {
      by: "terminal",
      ask: async ({ id }) => {
        await approvals.answer(id, { yes: false, by: "console" });
        return "once";
      },
    };
    expect(await run({ approver })).toMatchObject({
      verdict: "deny",
      reason: expect.stringContaining("said no"),
    });
  });

  it("nothing is shown when nothing needs asking", async () => {
    const { run } = setUp();
    await run({ approver: saying("session") });
    let shown = 0;
    const preview = () => String((shown += 1));
    expect((await run({ preview })).verdict).toBe("allow");
    expect(shown).toBe(0);
  });
});

describe("with nobody to ask", () => {
  it("ends at once with the approval's id and how to go on; the identical call then spends it", async () => {
    const { approvals, run } = setUp();
    const outcome = await run();
    expect(outcome).toMatchObject({
      verdict: "needs_approval",
      approval: { id: "a1", expiresAt: 1_000_001_000, state: "waiting" },
      reason: "This call needs a person's approval: it writes",
      hint: expect.stringContaining("deckhand approvals approve a1"),
    });
    expect(await run()).toMatchObject({ approval: { id: "a1" } });
    await approvals.answer("a1", { yes: true, by: "ana" });
    expect(await run()).toMatchObject({ verdict: "allow", mark: "approved by ana (a1)" });
    expect(await run()).toMatchObject({ verdict: "needs_approval", approval: { id: "a2" } });
  });

  it("an approval may be named, and is refused for anything but its own call", async () => {
    const { approvals, run } = setUp();
    await run();
    expect(await run({ id: "a1" })).toMatchObject({ verdict: "needs_approval", approval: { id: "a1" } });
    await approvals.answer("a1", { yes: true, by: "ana" });
    expect(await run({ id: "a1", binding: { ...binding, input: "altered" } })).toMatchObject({
      verdict: "deny",
      reason: "The approval a1 does not allow this call: it is for other arguments.",
    });
    expect((await run({ id: "a1" })).verdict).toBe("allow");
    expect(await run({ id: "a1" })).toMatchObject({ reason: expect.stringContaining("already been used") });
    expect(await run({ id: "zz" })).toMatchObject({ reason: expect.stringContaining("no such approval") });
  });

  it("a no that was given meanwhile is told, and the question is not put again", async () => {
    const { approvals, run } = setUp();
    await run();
    await approvals.answer("a1", { yes: false, by: "ana" });
    expect(await run()).toMatchObject({ verdict: "deny", reason: expect.stringContaining("said no") });
    expect(await approvals.waiting()).toEqual([]);
  });
});

describe("when the approver is gone", () => {
  it("one that fails leaves the question open for others", async () => {
    const { approvals, run } = setUp();
    const gone: Approver = { by: "console", ask: () => Promise.reject(new Error("socket closed")) };
    expect(await run({ approver: gone })).toMatchObject({ verdict: "needs_approval" });
    expect(await approvals.waiting()).toHaveLength(1);
  });

  it("one that never answers is not waited for longer than the question holds", async () => {
    const { clock, run } = setUp();
    const rings: { ms: number; ring: () => void }[] = [];
    const timer: Timer = { after: (ms, ring) => (rings.push({ ms, ring }), () => undefined) };
    const silent: Approver = {
      by: "console",
      ask: () => {
        queueMicrotask(() => {
          clock.advance(rings[0]?.ms ?? 0);
          rings[0]?.ring();
        });
        return new Promise(() => undefined);
      },
    };
    expect(await run({ approver: silent, timer })).toMatchObject({
      verdict: "needs_approval",
      hint: expect.stringContaining("Nobody answered in time"),
    });
    expect(rings[0]?.ms).toBe(1000);
  });

  it("a caller that is gone takes the question back and ends in its own cancellation", async () => {
    const { approvals, run } = setUp();
    const stop = new AbortController();
    const silent: Approver = {
      by: "terminal",
      ask: () => {
        stop.abort(new Error("taken back"));
        return new Promise(() => undefined);
      },
    };
    await expect(run({ approver: silent, cancel: stop.signal })).rejects.toThrow("taken back");
    expect(await approvals.waiting()).toEqual([]);
  });

  it("a call that was cancelled before spends nothing", async () => {
    const { approvals, run } = setUp();
    await run();
    await approvals.answer("a1", { yes: true, by: "ana" });
    await expect(run({ cancel: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect((await run()).verdict).toBe("allow");
  });
});
