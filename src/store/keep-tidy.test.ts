import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ControlStore, PruneRequest } from "../control/index.ts";
import { anApproval, anEntry, aTrace, testSeal } from "./conformance/conformance-case.ts";
import { keepTidy, type KeepTidyOptions } from "./keep-tidy.ts";
import { createMemoryStore } from "./memory/create-memory-store.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = 1_000 * DAY;

describe("tidying", () => {
  it("throws away what is old of every kind, and never audit records or what a session remembers", async () => {
    const store = await filled();
    const asked: unknown[] = [];
    const tidied = await tidy(store, START, {
      pruneResults: async (limits) => {
        asked.push(limits);
        return 3;
      },
    });
    expect(tidied).toEqual({ traces: 5, undo: 2, approvals: 1, evidence: 1, results: 3 });
    expect(asked).toEqual([{ maxAgeMs: 7 * DAY, maxTotalBytes: 256 * 1024 * 1024 }]);
    expect((await store.traces({ limit: 100 })).map(({ at }) => (START - at) / DAY)).toEqual([0, 20]);
    expect((await store.undo({ session: "s" })).map(({ at }) => (START - at) / DAY)).toEqual([0]);
    expect((await store.approvals()).map(({ id }) => id)).toEqual(["open"]);
    expect((await store.auditHead()).records).toBe(7);
    expect(await store.cell("s", "checklist")).toEqual({ value: [], version: 1 });
  });

  it("keeps as long and as much as the settings say", async () => {
    const store = await filled();
    const retention = { traces: { days: 61 }, undo: { days: 100, megabytes: 0 } };
    expect(await tidy(store, START, { retention })).toMatchObject({ traces: 3, undo: 3, approvals: 0 });
    const small = createMemoryStore();
    const output = "x".repeat(400_000);
    for (const id of ["1", "2", "3"]) await small.addTraces([aTrace(id, { at: START, output })]);
    expect(await tidy(small, START, { retention: { traces: { megabytes: 1 } } })).toMatchObject({
      traces: 1,
    });
  });

  it("is done once a day, whoever comes", async () => {
    const { store, requests } = counting();
    expect(await tidy(store, START)).toBeDefined();
    for (const later of [0, 1, HOUR, DAY - 1]) expect(await tidy(store, START + later)).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(await tidy(store, START + DAY)).toBeDefined();
    expect(requests).toHaveLength(2);
  });

  it("is done within the day when the store has become too large, and then once an hour at most", async () => {
    const { store } = counting({ size: async () => 800 * 1024 * 1024 });
    expect(await tidy(store, START)).toBeDefined();
    expect(await tidy(store, START + HOUR - 1)).toBeUndefined();
    expect(await tidy(store, START + HOUR)).toBeDefined();
    expect(await tidy(store, START + HOUR, { retention: { undo: { megabytes: 1000 } } })).toBeUndefined();
    const roomy = { retention: { undo: { megabytes: 1000 } } };
    expect(await tidy(store, START + 3 * HOUR, roomy)).toBeUndefined();
  });

  it("is done by one of many who come at once, also from several processes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "deckhand-tidy-"));
    const open = () => openSqliteStore({ file: join(folder, "store.db") });
    const stores = await Promise.all([open(), open(), open()]);
    try {
      await stores[0].addTraces([aTrace("old"), aTrace("new", { at: START })]);
      const turns = await Promise.all([...stores, ...stores, ...stores].map((store) => tidy(store, START)));
      expect(turns.filter((turn) => turn !== undefined)).toEqual([
        { traces: 1, undo: 0, approvals: 0, evidence: 0, results: 0 },
      ]);
    } finally {
      for (const store of stores) await store.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it("that was cut short is taken up again after an hour", async () => {
    let fails = true;
    const { store, requests } = counting({
      prune: async () => {
        if (fails) throw new Error("killed");
        return { traces: 0, undo: 0, approvals: 0, evidence: 0 };
      },
    });
    await expect(tidy(store, START)).rejects.toThrow("killed");
    expect(await tidy(store, START + HOUR - 1)).toBeUndefined();
    fails = false;
    expect(await tidy(store, START + HOUR)).toBeDefined();
    expect(await tidy(store, START + 2 * HOUR)).toBeUndefined();
    expect(requests).toEqual([]);
  });

  it("is not put off for ever by a clock that was far ahead once, or by a damaged note", async () => {
    const { store } = counting();
    expect(await tidy(store, START + 400 * DAY)).toBeDefined();
    expect(await tidy(store, START)).toBeDefined();
    for (const damage of ["x", null, { at: "soon" }, []]) {
      const { version = 0 } = (await store.cell(".workspace", "tidied")) ?? {};
      await store.setCell(".workspace", "tidied", damage, version);
      expect(await tidy(store, START)).toBeDefined();
    }
  });
});

function tidy(store: ControlStore, now: number, more: Partial<KeepTidyOptions> = {}) {
  return keepTidy({ store, clock: { now: () => now }, ...more });
}

async function filled(): Promise<ControlStore> {
  const store = createMemoryStore();
  for (const age of [0, 20, 31, 60, 62, 90, 99]) {
    const at = START - age * DAY;
    const trace = String(age);
    await store.addTraces([aTrace(trace, { at })]);
    await store.appendAudit([anEntry(trace, { at })], testSeal, { durable: false });
    if (age <= 31) await store.addUndo([{ trace, session: "s", path: "a", at, before: new Uint8Array(10) }]);
  }
  await store.addApproval(anApproval("ended", { state: "spent", expiresAt: START - 40 * DAY }));
  await store.addApproval(anApproval("open", { expiresAt: START + 1 }));
  for (const at of [START - 40 * DAY, START]) {
    await store.addEvidence("s", [{ path: `${at}`, identity: "id:1", ranges: [], at }]);
  }
  await store.setCell("s", "checklist", [], 0);
  return store;
}

/** A store that notes what it is asked to throw away. */
function counting(more: Partial<ControlStore> = {}): { store: ControlStore; requests: PruneRequest[] } {
  const requests: PruneRequest[] = [];
  const inner = createMemoryStore();
  const prune: ControlStore["prune"] = async (request) => {
    requests.push(request);
    return inner.prune(request);
  };
  return { store: { ...inner, prune, ...more }, requests };
}
