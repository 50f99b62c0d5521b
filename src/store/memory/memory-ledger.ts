import type { LedgerRow, LedgerStore } from "../../ledger/index.ts";
import { refuseGaps } from "../refuse-gaps.ts";

/** The log as a list. */
export function memoryLedger(): LedgerStore {
  const kept: LedgerRow[] = [];
  return {
    ledgerEntries: async (afterSeq = 0) => kept.filter(({ seq }) => seq > afterSeq),
    appendLedger: async (rows, expectedNextSeq) => {
      refuseGaps(rows, expectedNextSeq);
      if (kept.length + 1 !== expectedNextSeq) return false;
      kept.push(...rows.map(({ seq, line }) => ({ seq, line })));
      return true;
    },
  };
}
