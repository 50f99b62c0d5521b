import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import {
  createAudit,
  createCallRecorder,
  createEvents,
  createRedactor,
  verifyAudit,
} from "../control/index.ts";
import { createFileAnchor } from "./audit-files.ts";
import { openSqliteStore } from "./sqlite/open-sqlite-store.ts";

it("ids and audit records go on in order while the clock jumps back", async () => {
  const folder = await mkdtemp(join(tmpdir(), "deckhand-clock-"));
  const store = await openSqliteStore({ file: join(folder, "store.db") });
  try {
    const times = [9e12, 9e12 - 1, 5e12, 5e12 + 1, 0, 8e12];
    let now = 0;
    const clock = { now: () => now, monotonic: () => 0 };
    const redactor = createRedactor({ secrets: () => [] });
    const anchor = createFileAnchor(join(folder, "anchor.json"));
    const key = new Uint8Array(32).fill(7);
    const audit = createAudit({ store, key, anchor, clock, redactor });
    const recorder = createCallRecorder({ store, audit, events: createEvents(), redactor, clock });
    const ids: string[] = [];
    for (now of times) {
      const facts = {
        session: "s",
        tool: "write",
        path: "p",
        definition: "d",
        trust: "L3",
        input: {},
      } as const;
      const record = recorder.begin(facts);
      await record.intend();
      await record.finish({ output: "done" });
      ids.push(record.id);
    }
    await audit.close();
    expect(ids).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(times.length);
    const records = await store.readAudit(1, 100);
    expect(records.map(({ trace }) => trace)).toEqual(ids.flatMap((id) => [id, id]));
    expect(await verifyAudit({ store, key, anchor })).toEqual({ ok: true, records: 2 * times.length });
    expect(await store.traces({ limit: 100 })).toHaveLength(times.length);
  } finally {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});
