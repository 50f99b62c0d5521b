/** One event of a log as it is kept: its place, and the event as one line of JSON. */
export interface LedgerRow {
  readonly seq: number;
  readonly line: string;
}

/**
 * Where the log of a workspace is kept, shared by every process of it; nothing in it is ever changed or thrown away.
 * Contract: a promise that settled is kept through `kill -9`. Lines come back as they were kept; whether one is an event
 * is for its reader to say.
 */
export interface LedgerStore {
  /** The rows behind a place, in order; all of them when none is given. */
  ledgerEntries(afterSeq?: number): Promise<readonly LedgerRow[]>;
  /**
   * Appends rows whose places follow one another from `expectedNextSeq` on, all or none; false when that is not the next
   * place any more, since somebody else has appended.
   */
  appendLedger(rows: readonly LedgerRow[], expectedNextSeq: number): Promise<boolean>;
}
