import type { AuditRecord, ControlStore } from "../../control/index.ts";
import { type Kept, keep, valueOf } from "./kept.ts";

/** The trail as a list. */
export function memoryAudit(): Pick<ControlStore, "appendAudit" | "auditHead" | "readAudit"> {
  const trail: Kept<AuditRecord>[] = [];
  let seal = "";
  return {
    appendAudit: async (entries, sealed) => {
      const records: AuditRecord[] = [];
      let prev = seal;
      for (const entry of entries) {
        const record = sealed(entry, trail.length + records.length + 1, prev);
        records.push(record);
        prev = record.seal;
      }
      trail.push(...records.map(keep));
      seal = prev;
      return records;
    },
    auditHead: async () => ({ records: trail.length, seal }),
    readAudit: async (from, limit) => {
      const start = Math.max(0, from - 1);
      return trail.slice(start, start + Math.max(0, limit)).map(valueOf);
    },
  };
}
