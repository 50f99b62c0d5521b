import { afterEach, describe, expect, it } from "vitest";
import { createMemoryAnchor, createMemoryTrail } from "../../../test/memory-trail.ts";
import { Fault } from "../../kernel/index.ts";
import { createRedactor } from "../redact/redactor.ts";
import type { Anchor } from "./anchor.ts";
import { auditKeyFrom } from "./audit-key.ts";
import { type Audit, type AuditFacts, createAudit } from "./create-audit.ts";
import { verifyAudit } from "./verify-audit.ts";

const { key } = auditKeyFrom(undefined, { records: 0 });
const { key: otherKey } = auditKeyFrom(undefined, { records: 0 });
const open: Audit[] = [];

afterEach(async () => {
  for (const audit of open.splice(0)) await audit.close().catch(() => undefined);
});

function factsOf(trace: string, more: Partial<AuditFacts> = {}): AuditFacts {
  return { session: "s", trace, tool: "write", input: { digest: "d", preview: "{}" }, ...more };
}

function workshop(now: () => number = () => 1) {
  const store = createMemoryTrail();
  const anchor = createMemoryAnchor();
  const writer = (options: { readonly key?: Uint8Array; readonly anchor?: Anchor } = {}): Audit => {
    const redactor = createRedactor({ secrets: () => ["swordfish"] });
    const audit = createAudit({ store, key, anchor, clock: { now }, redactor, ...options });
    open.push(audit);
    return audit;
  };
  return { store, anchor, writer, verdict: () => verifyAudit({ store, key, anchor }) };
}

describe("the audit", () => {
  it("chains the records of calls, and the chain verifies", async () => {
    const { store, anchor, writer, verdict } = workshop();
    const audit = writer();
    await audit.intent(factsOf("t1"));
    await audit.completed(factsOf("t1"));
    await audit.denied(factsOf("t2", { note: "Trust level L0 insufficient" }));
    await audit.close();
    expect(store.rows.map(({ seq, kind, trace }) => [seq, kind, trace])).toEqual([
      [1, "intent", "t1"],
      [2, "completed", "t1"],
      [3, "denied", "t2"],
    ]);
    expect(store.rows.map(({ prev }) => prev)).toEqual(["", store.rows[0]?.seal, store.rows[1]?.seal]);
    expect(anchor.head).toEqual({ records: 3, seal: store.rows[2]?.seal });
    expect(await verdict()).toEqual({ ok: true, records: 3 });
  });

  it("has an intent durable and covered by the anchor before it settles", async () => {
    const { store, anchor, writer } = workshop();
    const { seq, seal } = await writer().intent(factsOf("t1"));
    expect(store.appends).toEqual([{ entries: 1, durable: true }]);
    expect(anchor.head).toEqual({ records: seq, seal });
  });

  it("makes what needs no effect durable before the anchor counts it", async () => {
    const { store, anchor, writer } = workshop();
    const audit = writer();
    await audit.completed(factsOf("t1"));
    expect(anchor.head).toEqual({ records: 0, seal: "" });
    await audit.close();
    await audit.close();
    expect(store.appends).toEqual([
      { entries: 1, durable: false },
      { entries: 0, durable: true },
    ]);
    expect(anchor.head?.records).toBe(1);
  });

  it("covers what was waiting with the next intent, without making it durable again", async () => {
    const { store, anchor, writer } = workshop();
    const audit = writer();
    await audit.completed(factsOf("t1"));
    await audit.intent(factsOf("t2"));
    await audit.close();
    expect(store.appends).toEqual([
      { entries: 1, durable: false },
      { entries: 1, durable: true },
    ]);
    expect(anchor.head?.records).toBe(2);
  });

  it("covers what it wrote after a moment, though nobody closes it", async () => {
    const { anchor, writer } = workshop();
    await writer().completed(factsOf("t1"));
    await expect.poll(() => anchor.head?.records).toBe(1);
  });

  it("writes what arrives together in one go, and each caller gets its own record", async () => {
    const { store, writer, verdict } = workshop();
    const audit = writer();
    const records = await Promise.all(
      Array.from({ length: 200 }, (_, index) => audit.intent(factsOf(`t${index}`))),
    );
    expect(records.map(({ seq, trace }) => [seq, trace])).toEqual(
      Array.from({ length: 200 }, (_, index) => [index + 1, `t${index}`]),
    );
    expect(store.appends.length).toBeLessThan(5);
    expect(await verdict()).toEqual({ ok: true, records: 200 });
  });

  it("shares a trail with others, none of whom moves the anchor back", async () => {
    const { anchor, writer, verdict } = workshop();
    const writers = Array.from({ length: 4 }, () => writer());
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const audit = writers[index % 4]!;
        return index % 3 === 0 ? audit.intent(factsOf(`t${index}`)) : audit.completed(factsOf(`t${index}`));
      }),
    );
    for (const audit of writers) await audit.close();
    expect(anchor.head?.records).toBe(40);
    expect(await verdict()).toEqual({ ok: true, records: 40 });
  });

  it("refuses an intent that cannot be stored, and goes on when it can again", async () => {
    const { store, writer, verdict } = workshop();
    const audit = writer();
    store.failure = new Fault("unavailable", "the store is full");
    const refused = audit.intent(factsOf("t1"));
    await expect(refused).rejects.toMatchObject({ code: "unavailable" });
    await expect(refused).rejects.toThrow("could not be written: the store is full");
    store.failure = undefined;
    await audit.intent(factsOf("t2"));
    expect(await verdict()).toEqual({ ok: true, records: 1 });
  });

  it("refuses an intent that the anchor cannot cover", async () => {
    const { anchor, writer } = workshop();
    const stuck: Anchor = {
      read: () => anchor.read(),
      async write(head) {
        if (head.records > 0) throw new Error("read-only file system");
        await anchor.write(head);
      },
    };
    await expect(writer({ anchor: stuck }).intent(factsOf("t1"))).rejects.toMatchObject({
      code: "unavailable",
    });
  });

  it("refuses an intent behind a trail that was shortened, and does not cover it up", async () => {
    const { store, anchor, writer, verdict } = workshop();
    const audit = writer();
    for (const trace of ["t1", "t2", "t3"]) await audit.intent(factsOf(trace));
    store.rows.splice(1);
    for (const trace of ["t4", "t5", "t6", "t7"]) {
      await expect(audit.intent(factsOf(trace))).rejects.toThrow("not what it was");
      await audit.completed(factsOf(trace));
    }
    await expect(audit.close()).rejects.toThrow("not what it was");
    expect(anchor.head?.records).toBe(3);
    expect((await verdict()).ok).toBe(false);
  });

  it("keeps what came of a call though an intent beside it is refused", async () => {
    const { store, anchor, writer } = workshop();
    const audit = writer();
    await audit.intent(factsOf("t1"));
    anchor.head = undefined;
    const ends = await Promise.allSettled([
      audit.completed(factsOf("t1")),
      audit.completed(factsOf("t2")),
      audit.intent(factsOf("t3")),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(store.appends.slice(1)).toEqual([
      { entries: 1, durable: false },
      { entries: 2, durable: true },
    ]);
  });

  it("refuses an intent when the anchor is gone, and makes no other", async () => {
    const { anchor, writer, verdict } = workshop();
    await writer().intent(factsOf("t1"));
    anchor.head = undefined;
    await expect(writer().intent(factsOf("t2"))).rejects.toThrow("anchor is gone");
    expect(await verdict()).toMatchObject({ ok: false, firstBad: { seq: 1 } });
  });

  it("writes nothing with another key than the trail's, or with none", async () => {
    const { store, writer } = workshop();
    await writer().intent(factsOf("t1"));
    await expect(writer({ key: otherKey }).completed(factsOf("t2"))).rejects.toThrow("another key");
    expect(store.rows).toHaveLength(1);
    expect(() => writer({ key: new Uint8Array() })).toThrow(Fault);
  });

  it("writes nothing behind a record that the store gives another seal", async () => {
    const { store, writer } = workshop();
    await writer().intent(factsOf("t1"));
    store.auditHead = async () => ({ records: 1, seal: "other" });
    await expect(writer().completed(factsOf("t2"))).rejects.toThrow("altered");
    expect(store.rows).toHaveLength(1);
  });

  it("does not mind a crash between a record and the anchor", async () => {
    const { anchor, writer, verdict } = workshop();
    const crashed: Anchor = {
      read: () => anchor.read(),
      write: async () => new Promise<never>(() => undefined),
    };
    await writer().intent(factsOf("t1"));
    void writer({ anchor: crashed }).intent(factsOf("t2"));
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(anchor.head?.records).toBe(1);
    expect(await verdict()).toEqual({ ok: true, records: 2 });
    await writer().intent(factsOf("t3"));
    expect(anchor.head?.records).toBe(3);
  });

  it("does not mind a clock that jumps back", async () => {
    let time = 1000;
    const { store, writer, verdict } = workshop(() => (time -= 100));
    const audit = writer();
    for (const trace of ["t1", "t2", "t3"]) await audit.intent(factsOf(trace));
    expect(store.rows.map(({ at }) => at)).toEqual([900, 800, 700]);
    expect(await verdict()).toEqual({ ok: true, records: 3 });
  });

  it("keeps a record one line of bounded length, without secrets, hidden characters or halves of them", async () => {
    const { store, writer, verdict } = workshop();
    const note = `swordfish\n{"seq":2}\u{202e}\u{1b}[2J\u{d800}${"x".repeat(10_000)}`;
    await writer().failed(factsOf("t1", { tool: "a\nb", note, input: { digest: "d", preview: note } }));
    const [record] = store.rows;
    expect(JSON.stringify(record)).not.toContain("swordfish");
    expect(record?.tool).toBe("a<U+000A>b");
    expect(record?.note).toMatch(
      /^\[redacted-known-value\]<U\+000A>\{"seq":2\}<U\+202E><U\+001B>\[2J<U\+D800>x+…$/,
    );
    expect(record?.note?.length).toBeLessThan(1200);
    expect(record?.input.preview).toBe(record?.note);
    expect(await verdict()).toEqual({ ok: true, records: 1 });
  });

  it("records who approved and what was taken back", async () => {
    const { store, writer } = workshop();
    const audit = writer();
    await audit.approved(factsOf("t1", { note: "by a person" }));
    await audit.undone(factsOf("t1"));
    await audit.failed(factsOf("t2"));
    expect(store.rows.map(({ kind }) => kind)).toEqual(["approved", "undone", "failed"]);
  });
});
