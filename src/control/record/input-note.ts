import { digestOf } from "../../kernel/index.ts";
import type { AuditEntry } from "../audit/audit-record.ts";
import { canonicalText } from "../approval/canonical-digest.ts";

/** What the audit says of a redacted input: the digest of its canonical form, and how that begins. */
export function noteOf(redacted: unknown): AuditEntry["input"] {
  const text = canonicalText(redacted ?? null);
  return { digest: digestOf(Buffer.from(text, "utf8")), preview: beginningOf(text) };
}

/** The beginning of a text, for a list of calls. */
export function beginningOf(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 200;
