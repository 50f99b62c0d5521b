import type { AuditHead, AuditRecord, ControlStore } from "../../control/index.ts";
import { limitColumn, valuesFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqliteStatements } from "./driver.ts";
import { toJson } from "./json-text.ts";

/** The trail: whoever appends holds the write lock from reading the head to the commit, so there is one chain. */
export function auditRows(queue: CommitQueue): Pick<ControlStore, "appendAudit" | "auditHead" | "readAudit"> {
  return {
    appendAudit: (entries, seal, { durable }) =>
      queue.write(
        async (statements) => {
          // A transaction that writes nothing is not synced, and what was written before would not be durable.
          if (durable && entries.length === 0) await statements.run(TOUCH, []);
          let head = await headOf(statements);
          const records: AuditRecord[] = [];
          for (const entry of entries) {
            const record = seal(entry, head.records + 1, head.seal);
            head = { records: head.records + 1, seal: record.seal };
            await statements.run(INSERT, [head.records, head.seal, toJson(record)]);
            records.push(record);
          }
          return records;
        },
        { durable },
      ),
    auditHead: () => queue.read(headOf),
    readAudit: (from, limit) =>
      queue.read(async (statements) => {
        const rows = await statements.all(PART, [from, limitColumn(limit)]);
        return valuesFrom(rows, "record") as readonly AuditRecord[];
      }),
  };
}

const INSERT = "INSERT INTO audit (seq, seal, record) VALUES (?, ?, ?)";
const TOUCH = "UPDATE audit SET seal = seal WHERE seq = (SELECT max(seq) FROM audit)";
const LAST = "SELECT seq, seal FROM audit ORDER BY seq DESC LIMIT 1";
const PART = "SELECT record FROM audit WHERE seq >= ? ORDER BY seq LIMIT ?";

async function headOf(statements: SqliteStatements): Promise<AuditHead> {
  const [last] = await statements.all(LAST);
  return { records: Number(last?.["seq"] ?? 0), seal: String(last?.["seal"] ?? "") };
}
