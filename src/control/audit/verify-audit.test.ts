import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMemoryAnchor, createMemoryTrail, type MemoryTrail } from "../../../test/memory-trail.ts";
import type { AuditEntry } from "./audit-record.ts";
import { auditKeyFrom } from "./audit-key.ts";
import { createSealer } from "./create-seal.ts";
import { verifyAudit, type AuditVerdict } from "./verify-audit.ts";

const { key } = auditKeyFrom(undefined, { records: 0 });
const { key: otherKey } = auditKeyFrom(undefined, { records: 0 });
const { seal } = createSealer(key);

function entryOf(index: number): AuditEntry {
  const input = { digest: `${index}`, preview: "{}" };
  return { kind: "intent", at: index, session: "s", trace: `t${index}`, tool: "write", input };
}

async function trailOf(records: number) {
  const store = createMemoryTrail();
  const anchor = createMemoryAnchor();
  await store.appendAudit(
    Array.from({ length: records }, (_, index) => entryOf(index)),
    seal,
    { durable: true },
  );
  anchor.head = await store.auditHead();
  return {
    store,
    anchor,
    verdict: (with_ = key): Promise<AuditVerdict> => verifyAudit({ store, key: with_, anchor }),
  };
}

async function after(tamper: (rows: MemoryTrail["rows"]) => void, records = 10): Promise<AuditVerdict> {
  const { store, verdict } = await trailOf(records);
  tamper(store.rows);
  return verdict();
}

describe("verifying a trail", () => {
  it.each([0, 1, 10, 500, 501, 1234])("finds %i untouched records good", async (records) => {
    expect(await (await trailOf(records)).verdict()).toEqual({ ok: true, records });
  });

  it.each<[string, number, (rows: MemoryTrail["rows"]) => void]>([
    ["altered", 4, (rows) => (rows[3] = { ...rows[3]!, tool: "read" })],
    ["given a field", 4, (rows) => (rows[3] = { ...rows[3]!, note: "approved" })],
    ["removed from the middle", 5, (rows) => rows.splice(4, 1)],
    ["removed from the beginning", 1, (rows) => rows.splice(0, 1)],
    ["removed from the end", 10, (rows) => rows.splice(9, 1)],
    ["doubled", 6, (rows) => rows.splice(5, 0, rows[4]!)],
    ["exchanged", 3, (rows) => rows.splice(2, 2, rows[3]!, rows[2]!)],
    [
      "exchanged and numbered anew",
      3,
      (rows) => rows.splice(2, 2, { ...rows[3]!, seq: 3 }, { ...rows[2]!, seq: 4 }),
    ],
    [
      "removed and the rest numbered anew",
      5,
      (rows) => {
        rows.splice(4, 1);
        for (const [index, row] of rows.entries()) rows[index] = { ...row, seq: index + 1 };
      },
    ],
    ["forged with another key", 8, (rows) => forge(rows, 7)],
    ["put behind the end with another key", 11, (rows) => rows.push(forged(rows, 11))],
    ["given half a surrogate pair", 2, (rows) => (rows[1] = { ...rows[1]!, tool: "\u{d800}" })],
    ["given a seal that is none", 2, (rows) => (rows[1] = { ...rows[1]!, seal: "zz" })],
  ])("names a record that was %s", async (_, seq, tamper) => {
    expect(await after(tamper)).toMatchObject({ ok: false, records: seq - 1, firstBad: { seq } });
  });

  it("tells any single change from an honest trail", async () => {
    const { store, verdict } = await trailOf(6);
    const honest = [...store.rows];
    const field = fc.constantFrom("kind", "at", "session", "trace", "tool", "seq", "prev", "seal", "input");
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 5 }), field, fc.jsonValue(), async (index, name, value) => {
        fc.pre(JSON.stringify(honest[index]![name as "kind"]) !== JSON.stringify(value));
        store.rows = honest.with(index, { ...honest[index]!, [name]: value });
        expect((await verdict()).ok).toBe(false);
      }),
    );
  });

  it("tells a key that is not the trail's", async () => {
    const { verdict } = await trailOf(3);
    expect(await verdict(otherKey)).toMatchObject({
      ok: false,
      firstBad: { seq: 1, why: expect.stringMatching(/another key/) },
    });
    await expect(verdict(new Uint8Array())).rejects.toMatchObject({ code: "unavailable" });
  });

  it("tells a good trail that was put in place of another", async () => {
    const { anchor, verdict } = await trailOf(5);
    anchor.head = { records: 4, seal: "of another trail" };
    expect(await verdict()).toMatchObject({
      ok: false,
      firstBad: { seq: 4, why: expect.stringMatching(/put in place/) },
    });
  });

  it("tells records of another trail with the same key, though each of them is well sealed", async () => {
    const { store, anchor, verdict } = await trailOf(5);
    const other = createMemoryTrail();
    await other.appendAudit([99, 1, 2, 3, 4].map(entryOf), seal, { durable: true });
    store.rows.splice(2, 3, ...other.rows.slice(2));
    anchor.head = await other.auditHead();
    expect(await verdict()).toMatchObject({ ok: false, records: 2, firstBad: { seq: 3 } });
  });

  it("takes records beyond the anchor for what a crash leaves", async () => {
    const { store, anchor, verdict } = await trailOf(5);
    await store.appendAudit([entryOf(5)], seal, { durable: true });
    expect(anchor.head?.records).toBe(5);
    expect(await verdict()).toEqual({ ok: true, records: 6 });
  });

  it("names a record that cannot be read, and counts those before it", async () => {
    const { store, anchor } = await trailOf(700);
    const damaged: Pick<MemoryTrail, "auditHead" | "readAudit"> = {
      ...store,
      async readAudit(from, limit) {
        const rows = await store.readAudit(from, limit);
        if (rows.some(({ seq }) => seq === 600)) throw new Error("malformed row");
        return rows;
      },
    };
    const verdict = await verifyAudit({ store: damaged, key, anchor });
    expect(verdict).toMatchObject({
      ok: false,
      records: 599,
      firstBad: { seq: 600, why: expect.stringMatching(/malformed row/) },
    });
  });

  it.each([null, 5, "approved", []])("names what stands in the place of a record: %j", async (thing) => {
    const { store, anchor } = await trailOf(5);
    const damaged: Pick<MemoryTrail, "auditHead" | "readAudit"> = {
      ...store,
      readAudit: async (from, limit) =>
        (await store.readAudit(from, limit)).map((row) => (row.seq === 3 ? (thing as never) : row)),
    };
    expect(await verifyAudit({ store: damaged, key, anchor })).toMatchObject({
      ok: false,
      records: 2,
      firstBad: { seq: 3 },
    });
  });

  it("tells when the store gives its last record another seal, behind which the next would be sealed", async () => {
    const { store, anchor } = await trailOf(5);
    const damaged = { ...store, auditHead: async () => ({ records: 5, seal: "other" }) };
    expect(await verifyAudit({ store: damaged, key, anchor })).toMatchObject({
      ok: false,
      records: 4,
      firstBad: { seq: 5 },
    });
  });

  it("holds a bounded part of a trail at a time", async () => {
    const { store, anchor } = await trailOf(2000);
    const limits: number[] = [];
    const watched: Pick<MemoryTrail, "auditHead" | "readAudit"> = {
      ...store,
      readAudit(from, limit) {
        limits.push(limit);
        return store.readAudit(from, limit);
      },
    };
    expect(await verifyAudit({ store: watched, key, anchor })).toEqual({ ok: true, records: 2000 });
    expect(Math.max(...limits)).toBeLessThanOrEqual(500);
  });
});

function forged(rows: MemoryTrail["rows"], seq: number): MemoryTrail["rows"][number] {
  return createSealer(otherKey).seal(entryOf(99), seq, rows[seq - 2]!.seal);
}

/** Seals everything from an index on anew, as whoever has not the key would have to. */
function forge(rows: MemoryTrail["rows"], from: number): void {
  for (let index = from; index < rows.length; index += 1) rows[index] = forged(rows, index + 1);
}
