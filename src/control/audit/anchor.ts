import type { AuditHead } from "./audit-record.ts";

/**
 * Where the end of a trail is noted down, apart from the trail, so that nobody can shorten the trail unseen.
 *
 * The rule. It begins at no records, before the first one is written. From then on it says: so many records there are
 * *at least*, and the last of those carries this seal. It is moved on only after the records it counts are durable, so
 * no crash lets it run ahead; only when the trail still holds what it said before, so a shortened or replaced trail is
 * not covered up by what is written later; and never back. A record that an effect waits for is acknowledged only when
 * it is covered; any other a moment later, or when the audit is closed.
 *
 * So a trail is whole when every record is sealed behind the one before, and the anchor is there and names one of them,
 * or none. Records beyond the anchor are what a crash leaves, or what was written just now: without the key nobody can
 * add them, and the only thing that goes unseen is to take away the records without effect of the last moment before a crash.
 *
 * Contract: shared by the processes of a workspace; `write` keeps whichever has more records, also when two write at
 * once, and a crash leaves the one before or the one after. Kept where tools cannot write.
 */
export interface Anchor {
  /** Undefined before the first write. */
  read(): Promise<AuditHead | undefined>;
  write(head: AuditHead): Promise<void>;
}
