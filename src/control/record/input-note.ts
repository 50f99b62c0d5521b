import canonicalize from "canonicalize";
import { digestOf } from "../../kernel/index.ts";
import type { AuditEntry } from "../audit.ts";
import type { Redactor } from "../redact/redactor.ts";

/** What the audit says of an input: the digest of its canonical form without secrets, and how that begins. */
export function inputNote(input: unknown, redactor: Redactor): AuditEntry["input"] {
  return noteOf(redactor.value(input));
}

/** The same of a value that is already redacted. */
export function noteOf(redacted: unknown): AuditEntry["input"] {
  const text = canonicalize(redacted) ?? "null";
  return { digest: digestOf(Buffer.from(text, "utf8")), preview: beginningOf(text) };
}

/** The beginning of a text, for a list of calls. */
export function beginningOf(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

const LONGEST = 200;
