import { createHmac, timingSafeEqual } from "node:crypto";
import canonicalize from "canonicalize";
import { Fault } from "../../kernel/index.ts";
import type { AuditRecord, Seal } from "./audit-record.ts";

/** Seals records, and tells whether a record was sealed with the same key and not altered since. */
export interface Sealer {
  readonly seal: Seal;
  holds(record: AuditRecord): boolean;
}

/** Makes the sealer of a key: HMAC-SHA256 over the canonical JSON of everything else in a record. */
export function createSealer(key: Uint8Array): Sealer {
  if (key.length < LEAST_KEY) {
    throw new Fault(
      "unavailable",
      `The key of the audit trail has ${key.length} bytes; it needs ${LEAST_KEY}.`,
    );
  }
  return {
    seal(entry, seq, prev) {
      const content = { ...entry, seq, prev };
      return { ...content, seal: sealOf(content).toString("hex") };
    },
    holds({ seal, ...content }) {
      try {
        const given = Buffer.from(seal, "hex");
        const right = sealOf(content);
        return given.length === right.length && timingSafeEqual(given, right);
      } catch {
        return false;
      }
    },
  };

  function sealOf(content: object): Buffer {
    return createHmac("sha256", key)
      .update(PURPOSE)
      .update(canonicalize(content) ?? "")
      .digest();
  }
}

const LEAST_KEY = 32;
/** A seal is of use for nothing else that may be signed with the same key. */
const PURPOSE = "deckhand audit record 1\n";
