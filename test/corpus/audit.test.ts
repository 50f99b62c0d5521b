import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { auditKeyFrom } from "../../src/control/audit/audit-key.ts";
import { createAudit } from "../../src/control/audit/create-audit.ts";
import { verifyAudit } from "../../src/control/audit/verify-audit.ts";
import { createRedactor } from "../../src/control/redact/redactor.ts";
import { createMemoryAnchor, createMemoryTrail, type MemoryTrail } from "../memory-trail.ts";

interface AuditRow {
  readonly id: string;
  readonly attack: string;
  readonly expect: "detected";
  readonly why: string;
}

const rows = readFileSync(new URL("audit.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as AuditRow);

/** What each attack does to the trail, and the first record that is bad then. */
const ATTACKS: Readonly<Record<string, (trail: MemoryTrail, older: MemoryTrail["rows"]) => number>> = {
  "remove a record from the middle": (trail) => {
    trail.rows.splice(9, 1);
    return 10;
  },
  "empty the trail": (trail) => {
    trail.rows = [];
    return 1;
  },
  "put an older copy of the trail back (not of the anchor)": (trail, older) => {
    trail.rows = older;
    return older.length + 1;
  },
};

it.each(rows)("$id: $attack", async (row) => {
  const { key } = auditKeyFrom(undefined, { records: 0 });
  const store = createMemoryTrail();
  const anchor = createMemoryAnchor();
  const audit = createAudit({ store, key, anchor, clock: { now: () => 1 }, redactor: createRedactor() });
  let older: MemoryTrail["rows"] = [];
  for (let call = 1; call <= 10; call += 1) {
    const facts = { session: "s", trace: `t${call}`, tool: "write", input: { digest: "d", preview: "{}" } };
    await audit.intent(facts);
    await audit.completed(facts);
    if (call === 6) older = [...store.rows];
  }
  await audit.close();
  expect(await verifyAudit({ store, key, anchor })).toEqual({ ok: true, records: 20 });

  const attack = ATTACKS[row.attack];
  expect(attack, `no such attack: ${row.attack}`).toBeDefined();
  const seq = attack?.(store, older);
  expect(await verifyAudit({ store, key, anchor })).toMatchObject({ ok: false, firstBad: { seq } });
});
