import type { AuditEntry, AuditHead, AuditRecord, ControlStore, Seal } from "../../control/index.ts";
import { limitColumn, valuesFrom } from "./columns.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqliteStatements } from "./driver.ts";
import { toJson } from "./json-text.ts";

/** The trail: whoever appends holds the write lock from finding its end to the commit, so there is one chain. */
export function auditRows(queue: CommitQueue): Pick<ControlStore, "appendAudit" | "auditHead" | "readAudit"> {
  // The end as we left it: mostly nobody else has appended since, and to look costs more than to append.
  let left: AuditHead | undefined;
  return {
    appendAudit: async (entries, seal, { durable }) => {
      const end = left;
      left = undefined;
      const records = await queue.write(
        (statements) => (entries.length === 0 ? touch(statements) : append(statements, entries, seal, end)),
        { durable },
      );
      left = headAt(records) ?? end;
      return records;
    },
    auditHead: () => queue.read(headOf),
    readAudit: (from, limit) =>
      queue.read(async (statements) => {
        const rows = await statements.all(PART, [from, limitColumn(limit)]);
        return valuesFrom(rows, "record") as readonly AuditRecord[];
      }),
  };
}

const INSERT = "INSERT OR IGNORE INTO audit (seq, seal, record) VALUES (?, ?, ?)";
const TOUCH = "UPDATE audit SET seal = seal WHERE seq = (SELECT max(seq) FROM audit)";
const LAST = "SELECT seq, seal FROM audit ORDER BY seq DESC LIMIT 1";
const PART = "SELECT record FROM audit WHERE seq >= ? ORDER BY seq LIMIT ?";

/** A transaction that writes nothing is not synced, and what was written before would not be durable. */
async function touch(statements: SqliteStatements): Promise<readonly AuditRecord[]> {
  await statements.run(TOUCH, []);
  return [];
}

async function append(
  statements: SqliteStatements,
  entries: readonly AuditEntry[],
  seal: Seal,
  end: AuditHead | undefined,
): Promise<readonly AuditRecord[]> {
  const records: AuditRecord[] = [];
  for (const entry of entries) {
    const known = headAt(records) ?? end;
    const record =
      (known && (await appendBehind(known, statements, entry, seal))) ??
      (await appendBehind(await headOf(statements), statements, entry, seal));
    if (record !== undefined) records.push(record);
  }
  return records;
}

/** Nothing when the number is taken: others have appended since. */
async function appendBehind(
  { records, seal: prev }: AuditHead,
  statements: SqliteStatements,
  entry: AuditEntry,
  seal: Seal,
): Promise<AuditRecord | undefined> {
  const record = seal(entry, records + 1, prev);
  const added = await statements.run(INSERT, [record.seq, record.seal, toJson(record)]);
  return added === 1 ? record : undefined;
}

function headAt(records: readonly AuditRecord[]): AuditHead | undefined {
  const last = records.at(-1);
  return last && { records: last.seq, seal: last.seal };
}

async function headOf(statements: SqliteStatements): Promise<AuditHead> {
  const [last] = await statements.all(LAST);
  return { records: Number(last?.["seq"] ?? 0), seal: String(last?.["seal"] ?? "") };
}
