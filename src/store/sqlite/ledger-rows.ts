import type { LedgerStore } from "../../ledger/index.ts";
import { refuseGaps } from "../refuse-gaps.ts";
import type { CommitQueue } from "./commit-queue.ts";
import type { SqliteStatements } from "./driver.ts";

/** The log: whoever appends holds the write lock from finding its end to the commit, so no two claim one place. */
export function ledgerRows(queue: CommitQueue): LedgerStore {
  return {
    ledgerEntries: (afterSeq = 0) =>
      queue.read(async (statements) => {
        const rows = await statements.all(BEHIND, [afterSeq]);
        return rows.map(({ seq, line }) => ({ seq: Number(seq), line: String(line) }));
      }),
    appendLedger: async (rows, expectedNextSeq) => {
      refuseGaps(rows, expectedNextSeq);
      return queue.write(async (statements) => {
        if ((await nextSeq(statements)) !== expectedNextSeq) return false;
        for (const { seq, line } of rows) await statements.run(INSERT, [seq, line]);
        return true;
      });
    },
  };
}

const BEHIND = "SELECT seq, line FROM ledger WHERE seq > ? ORDER BY seq";
const NEXT = "SELECT coalesce(max(seq), 0) + 1 AS next FROM ledger";
const INSERT = "INSERT INTO ledger (seq, line) VALUES (?, ?)";

async function nextSeq(statements: SqliteStatements): Promise<number> {
  const [row] = await statements.all(NEXT);
  return Number(row?.["next"]);
}
