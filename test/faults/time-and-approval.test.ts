import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Approval, Approver, ApproverAnswer } from "../../src/control/index.ts";
import type { Clock } from "../../src/kernel/index.ts";
import { openRecords } from "../../src/session/index.ts";
import { type FaultGround, faultGround, make, promised, read, write } from "./fault-ground.ts";

const HOUR_MS = 60 * 60_000;

let ground: FaultGround;

beforeEach(async () => {
  ground = await faultGround();
});

afterEach(() => ground.close());

describe("a clock that jumps back an hour between calls", () => {
  it("keeps ids in order, and the trail verifies", async () => {
    const clock = settableClock();
    const session = ground.open({}, { clock });
    const ids: string[] = [];
    for (const [round, jump] of [0, -HOUR_MS, 1000, -HOUR_MS, 0].entries()) {
      clock.jump(jump);
      const made = [await write(session, `${round}.txt`), await read(session)];
      ids.push(...made.map(({ trace }) => trace ?? ""));
    }
    await session.close();
    expect(ids).toEqual(ids.toSorted());
    const { verdict, audit, traces } = await ground.remembered();
    expect(verdict).toEqual({ ok: true, records: 15 });
    expect(new Set(traces.map(({ id }) => id))).toEqual(new Set(ids));
    expect(audit.map(({ trace }) => trace)).toEqual(
      ids.flatMap((id, at) => (at % 2 === 0 ? [id, id] : [id])),
    );
    for (const { durationMs } of traces) expect(durationMs).toBeLessThan(HOUR_MS);
  });

  it("lets no approval live longer", async () => {
    const clock = settableClock();
    const session = ground.open({ trust: "L2" }, { clock, name: "work" });
    const { approval } = await write(session, "b.txt");
    await answered(approval?.id ?? "", { yes: true, by: "me" }, clock);
    clock.jump(-HOUR_MS);
    expect(await write(session, "b.txt")).toMatchObject({ error: { code: "needs_approval" } });
    expect(Object.keys(await ground.files())).toEqual(["a.txt"]);
  });

  it("lets no carried proof live longer", async () => {
    const clock = settableClock();
    const first = ground.open({}, { clock, name: "work" });
    const { proofs = [] } = await first.call(
      { id: "1", name: "read", input: { path: "a.txt" } },
      { proofs: true },
    );
    clock.jump(-HOUR_MS);
    const edit = { path: "a.txt", oldText: "one", newText: "1", proof: proofs[0]?.proof };
    expect(await make(first, "edit", edit)).toMatchObject({ error: { code: "denied_proof" } });
    expect(await ground.files()).toEqual({ "a.txt": "one\ntwo\n" });
  });
});

describe("an approval", () => {
  it("that is answered twice goes by the first answer; the second is told that it came too late", async () => {
    const session = ground.open({ trust: "L2" }, { name: "work" });
    const { approval } = await write(session, "b.txt");
    const id = approval?.id ?? "";
    expect(await answered(id, { yes: false, by: "ana" })).toMatchObject({ kind: "counted" });
    expect(await answered(id, { yes: true, by: "ben" })).toMatchObject({
      kind: "late",
      approval: { state: "denied", answeredBy: "ana" },
    });
    const named = await session.call(
      { id: "1", name: "write", input: { path: "b.txt", content: "x\n" } },
      { approval: id },
    );
    expect(named).toMatchObject({ error: { code: "denied_trust" } });
    expect(await ground.files()).toEqual({ "a.txt": "one\ntwo\n" });
  });

  it("that two people answer at once is answered by exactly one of them", async () => {
    const session = ground.open({ trust: "L2" });
    const { approval } = await write(session, "b.txt");
    const answers = ["ana", "ben", "cleo", "dan"].map((by) =>
      answered(approval?.id ?? "", { yes: by < "c", by }),
    );
    const kinds = (await Promise.all(answers)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["counted", "late", "late", "late"]);
  });

  it("that is spent by two calls at once lets exactly one through", async () => {
    const session = ground.open({ trust: "L2" }, { name: "work" });
    const { approval } = await make(session, "execute_mode", {});
    await answered(approval?.id ?? "", { yes: true, by: "me" });
    const calls = [1, 2, 3, 4].map(() => make(session, "execute_mode", {}));
    const codes = (await Promise.all(calls)).map(({ error }) => error?.code ?? "done");
    expect(codes.toSorted()).toEqual(["done", "needs_approval", "needs_approval", "needs_approval"]);
  });

  it("that has expired lets nothing through", async () => {
    const clock = settableClock();
    const session = ground.open({ trust: "L2" }, { clock, name: "work" });
    const { approval } = await write(session, "b.txt");
    const id = approval?.id ?? "";
    await answered(id, { yes: true, by: "me" }, clock);
    clock.jump(HOUR_MS);
    const named = { id: "1", name: "write", input: { path: "b.txt", content: "x\n" } };
    expect(await session.call(named, { approval: id })).toMatchObject({
      error: { code: "denied_trust", message: expect.stringContaining("expired") },
    });
    const again = await write(session, "b.txt");
    expect(again).toMatchObject({ error: { code: "needs_approval" } });
    expect(again.approval?.id).not.toBe(id);
    expect(await answered(id, { yes: true, by: "me" }, clock)).toMatchObject({ kind: "late" });
    expect(await ground.files()).toEqual({ "a.txt": "one\ntwo\n" });
  });
});

describe("an approver", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("the terminal is gone");
      },
    ],
    ["rejects", () => Promise.reject(new Error("the terminal is gone"))],
    ["rejects with nothing", () => Promise.reject(undefined as unknown as Error)],
  ])("that %s leaves the question open for others", async (_how, ask) => {
    const session = ground.open({ trust: "L2", approver: { by: "gone", ask } }, { name: "work" });
    const outcome = await write(session, "b.txt");
    expect(outcome).toMatchObject({ error: { code: "needs_approval" } });
    await answered(outcome.approval?.id ?? "", { yes: true, by: "me" });
    expect(await write(session, "b.txt")).toMatchObject({ isError: false });
  });

  it("that answers anything else than it may has not said yes", async () => {
    const session = ground.open({ trust: "L2", approver: { by: "odd", ask: saysYesPlease } });
    expect(await write(session, "b.txt")).toMatchObject({ isError: true });
    expect(await ground.files()).toEqual({ "a.txt": "one\ntwo\n" });
  });

  it("that never answers holds up nobody else, and its question is withdrawn with the call", async () => {
    const { approver, asked } = silentApprover();
    const session = ground.open({ trust: "L2", approver }, { name: "work" });
    const cancel = new AbortController();
    const request = { id: "1", name: "write", input: { path: "b.txt", content: "x\n" } };
    const call = session.call(request, { cancel: cancel.signal });
    const { id } = await asked;
    expect(await read(session)).toMatchObject({ isError: false });
    cancel.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
    expect(await answered(id, { yes: true, by: "late" })).toMatchObject({ kind: "late" });
    await session.close();
    expect(await ground.files()).toEqual({ "a.txt": "one\ntwo\n" });
    const { verdict, traces } = await ground.remembered();
    expect(verdict).toMatchObject({ ok: true });
    expect(traces.find(({ tool }) => tool === "write")).toMatchObject({ error: { code: "cancelled" } });
  });

  it("that never answers does not keep a session from being closed", async () => {
    const { approver, asked } = silentApprover();
    const session = ground.open({ trust: "L2", approver });
    const call = write(session, "b.txt");
    call.catch(() => undefined);
    await asked;
    await session.close();
    await expect(call).rejects.toMatchObject({ code: "cancelled" });
    expect(await ground.files()).toEqual({ "a.txt": "one\ntwo\n" });
  });
});

async function saysYesPlease(): Promise<ApproverAnswer> {
  return "yes please" as ApproverAnswer;
}

function settableClock(): Clock & { jump(ms: number): void } {
  let shift = 0;
  return {
    now: () => Date.now() + shift,
    monotonic: () => performance.now(),
    jump: (ms) => {
      shift += ms;
    },
  };
}

/** Answers as another process does. */
async function answered(
  id: string,
  answer: { readonly yes: boolean; readonly by: string },
  clock?: Clock,
): Promise<Awaited<ReturnType<Awaited<ReturnType<typeof openRecords>>["approvals"]["answer"]>>> {
  const records = await openRecords({ ...ground.at, clock });
  try {
    return await records.approvals.answer(id, answer);
  } finally {
    await records.close();
  }
}

function silentApprover(): { approver: Approver; asked: Promise<Approval> } {
  const { promise: asked, tell } = promised<Approval>();
  const ask = async (approval: Approval): Promise<ApproverAnswer> => {
    tell(approval);
    await sleep(2 ** 30, undefined, { ref: false });
    return "once";
  };
  return { approver: { by: "silent", ask }, asked };
}
