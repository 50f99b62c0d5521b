/** What one record of the audit trail says. */
export interface AuditEntry {
  /** `intent` before an effect, then one of the others; a call without an effect has only the last. */
  readonly kind: "intent" | "completed" | "failed" | "denied" | "approved" | "undone";
  readonly at: number;
  readonly session: string;
  readonly trace: string;
  readonly tool: string;
  /** Digest of the canonical input, with the beginning of the redacted input for people. */
  readonly input: { readonly digest: string; readonly preview: string };
  readonly note?: string;
}

/** An entry in its place in the chain. */
export interface AuditRecord extends AuditEntry {
  /** 1, 2, 3 … without a gap. */
  readonly seq: number;
  /** The seal of the record before; empty for the first. */
  readonly prev: string;
  /** HMAC over everything else in the record. */
  readonly seal: string;
}

/** Seals an entry behind another. */
export type Seal = (entry: AuditEntry, seq: number, prev: string) => AuditRecord;

/** How far a trail goes: how many records, and the seal of the last. */
export interface AuditHead {
  readonly records: number;
  readonly seal: string;
}
