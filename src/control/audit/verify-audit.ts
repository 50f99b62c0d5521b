import { faultInfoOf } from "../../kernel/index.ts";
import type { AuditHead, AuditRecord } from "./audit-record.ts";
import type { Anchor } from "./anchor.ts";
import type { Trail } from "./anchor-keeper.ts";
import { createSealer, type Sealer } from "./create-seal.ts";

/** What a look at a whole trail came to. */
export interface AuditVerdict {
  readonly ok: boolean;
  /** How many records from the first on are as they were written. */
  readonly records: number;
  readonly firstBad?: BadRecord;
}

/** The first record that is not as it was written, or not there. */
export interface BadRecord {
  readonly seq: number;
  readonly why: string;
}

/** What a trail is verified with. */
export interface VerifyOptions {
  readonly store: Pick<Trail, "auditHead" | "readAudit">;
  readonly key: Uint8Array;
  readonly anchor: Pick<Anchor, "read">;
}

/** Reads a trail from its first record to its last and names the first that is bad, by the rule of `Anchor`. */
export async function verifyAudit({ store, key, anchor }: VerifyOptions): Promise<AuditVerdict> {
  const sealer = createSealer(key);
  // Read first: while others go on writing, the trail is never behind it.
  const noted = await anchor.read();
  let end: AuditHead = { records: 0, seal: "" };
  for await (const record of recordsOf(store)) {
    if (typeof record === "string") return bad(end, record);
    const why = faultOf(record, end, sealer) ?? anchorFault(record, noted);
    if (why !== undefined) return bad(end, why);
    end = { records: record.seq, seal: record.seal };
  }
  const missing = endFault(end, noted);
  if (missing !== undefined) return bad(end, missing);
  return (await endsAs(end, store)) ? { ok: true, records: end.records } : bad(before(end), LOOSE_END);
}

/** What comes next is sealed behind the end as the store tells it; where others go on writing, they have checked it. */
async function endsAs({ records, seal }: AuditHead, store: Pick<Trail, "auditHead">): Promise<boolean> {
  const head = await store.auditHead();
  return head.records !== records || head.seal === seal;
}

const LOOSE_END =
  "the store gives another seal for it than it carries, and the next record would be sealed behind that";

function before({ records, seal }: AuditHead): AuditHead {
  return { records: records - 1, seal };
}

function bad({ records }: AuditHead, why: string): AuditVerdict {
  return { ok: false, records, firstBad: { seq: records + 1, why } };
}

const AT_ONCE = 500;

/** The records in order, a few at a time; what cannot be read is told as a sentence, at its place. */
async function* recordsOf(store: Pick<Trail, "readAudit">): AsyncGenerator<AuditRecord | string> {
  let next = 1;
  let limit = AT_ONCE;
  for (;;) {
    const found = await readFrom(store, next, limit);
    if (typeof found !== "string") {
      if (found.length === 0) return;
      yield* found;
      next += found.length;
    } else if (limit > 1) {
      limit = 1;
    } else {
      yield found;
      return;
    }
  }
}

async function readFrom(
  store: Pick<Trail, "readAudit">,
  from: number,
  limit: number,
): Promise<readonly AuditRecord[] | string> {
  try {
    return await store.readAudit(from, limit);
  } catch (error) {
    return `it cannot be read: ${faultInfoOf(error).message}`;
  }
}

function faultOf(
  record: AuditRecord | null | undefined,
  { records, seal }: AuditHead,
  sealer: Sealer,
): string | undefined {
  const wanted = records + 1;
  // Whoever can write the store can put anything in the place of a record.
  if (typeof record !== "object" || record === null) return "something that is no record stands in its place";
  if (record.seq > wanted) return `it is missing: record ${record.seq} follows record ${records}`;
  if (record.seq !== wanted) return `record ${record.seq} stands in its place`;
  if (record.prev !== seal) return "it was not sealed behind the record before it";
  if (!sealer.holds(record)) {
    return records === 0
      ? "its seal does not fit: it was altered, or sealed with another key"
      : "its seal does not fit: it was altered or forged";
  }
  return undefined;
}

function anchorFault({ seq, seal }: AuditRecord, noted: AuditHead | undefined): string | undefined {
  if (noted === undefined) return "the trail has records, but its anchor is gone";
  return seq === noted.records && seal !== noted.seal
    ? "the anchor names another record at its place: the trail was put in place of another"
    : undefined;
}

function endFault({ records }: AuditHead, noted: AuditHead | undefined): string | undefined {
  if (noted === undefined || noted.records <= records) return undefined;
  return `it is missing: the trail ends after ${records} records, and its anchor counts ${noted.records}`;
}
