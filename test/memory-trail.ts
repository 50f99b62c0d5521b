import type { Anchor } from "../src/control/audit/anchor.ts";
import type { AuditHead, AuditRecord } from "../src/control/audit/audit-record.ts";
import type { ControlStore } from "../src/control/store.ts";

/** A trail in memory whose rows a test may tamper with. */
export interface MemoryTrail extends Pick<ControlStore, "appendAudit" | "auditHead" | "readAudit"> {
  rows: AuditRecord[];
  /** How the appends went: how many entries each had, and whether it was durable. */
  readonly appends: { readonly entries: number; readonly durable: boolean }[];
  /** What the next appends fail with. */
  failure: Error | undefined;
}

/** Makes an empty trail; like a real one it goes on behind whatever record is last. */
export function createMemoryTrail(): MemoryTrail {
  const trail: MemoryTrail = {
    rows: [],
    appends: [],
    failure: undefined,
    async appendAudit(entries, seal, { durable }) {
      await new Promise(setImmediate);
      if (trail.failure !== undefined) throw trail.failure;
      trail.appends.push({ entries: entries.length, durable });
      return entries.map((entry) => {
        const last = trail.rows.at(-1);
        const record = seal(entry, (last?.seq ?? 0) + 1, last?.seal ?? "");
        trail.rows.push(record);
        return record;
      });
    },
    async auditHead() {
      const last = trail.rows.at(-1);
      return { records: last?.seq ?? 0, seal: last?.seal ?? "" };
    },
    async readAudit(from, limit) {
      return trail.rows.filter(({ seq }) => seq >= from).slice(0, limit);
    },
  };
  return trail;
}

/** An anchor in memory whose note a test may change. */
export interface MemoryAnchor extends Anchor {
  head: AuditHead | undefined;
}

/** Makes an anchor that was never written. */
export function createMemoryAnchor(): MemoryAnchor {
  const anchor: MemoryAnchor = {
    head: undefined,
    read: async () => anchor.head,
    async write(head) {
      await Promise.resolve();
      if (head.records >= (anchor.head?.records ?? 0)) anchor.head = head;
    },
  };
  return anchor;
}
