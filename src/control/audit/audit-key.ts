import { randomBytes } from "node:crypto";
import { Fault } from "../../kernel/index.ts";
import type { AuditHead } from "./audit-record.ts";

/** How many bytes a key has. */
const KEY_BYTES = 32;
const LABEL = "deckhand-audit-key-1 ";

/** The key of a trail and, when it was only now made, the text to keep it as. */
export interface AuditKey {
  readonly key: Uint8Array;
  /** To be written, readable by this user only, before the first record is sealed. */
  readonly fresh?: string;
}

/**
 * The key as it was kept, or a new one for a trail that has not begun.
 * A trail that has begun never gets a new key: whoever took the key away could otherwise have everything sealed anew.
 */
export function auditKeyFrom(kept: string | undefined, began: Pick<AuditHead, "records">): AuditKey {
  if (kept !== undefined) return { key: parseAuditKey(kept) };
  if (began.records > 0) {
    throw new Fault("unavailable", `The audit trail has ${began.records} records, but its key is gone.`, {
      hint: "Put the key file back from a copy, or move the trail and its anchor away to begin a new one.",
    });
  }
  const key = new Uint8Array(randomBytes(KEY_BYTES));
  return { key, fresh: auditKeyText(key) };
}

/** The text a key is kept as. */
export function auditKeyText(key: Uint8Array): string {
  return `${LABEL}${Buffer.from(key).toString("base64url")}\n`;
}

/** Reads a key back; anything but a whole key is a fault, so that a damaged one is never sealed with. */
export function parseAuditKey(text: string): Uint8Array {
  const line = text.trimEnd();
  const key = new Uint8Array(Buffer.from(line.slice(LABEL.length), "base64url"));
  if (key.length === KEY_BYTES && auditKeyText(key).trimEnd() === line) return key;
  throw new Fault("unavailable", "The key of the audit trail is damaged.", {
    hint: `It is one line, "${LABEL}" and ${KEY_BYTES} bytes as base64url. Put the key file back from a copy.`,
  });
}
