import { type AuditVerdict, type ControlStore, parseAuditKey, verifyAudit } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import { createFileAnchor, readKeyFile } from "../../store/index.ts";
import type { RecordPlace } from "./open-trail.ts";

/** Verifies the trail of a workspace and makes nothing: what it takes to verify is itself part of what may be gone. */
export async function verifyTrail(place: RecordPlace, store: ControlStore): Promise<AuditVerdict> {
  try {
    const anchor = createFileAnchor(place.anchor);
    const kept = await readKeyFile(place.stateFolder);
    if (kept !== undefined) return await verifyAudit({ store, key: parseAuditKey(kept), anchor });
    const { records } = await store.auditHead();
    if (records > 0) return unverifiable(`the trail has ${records} records, but its key is gone`);
    // Nothing is sealed, so that any key will do: it is the anchor that may count more than nothing.
    return await verifyAudit({ store, key: new Uint8Array(ANY_KEY_BYTES), anchor });
  } catch (error) {
    if (error instanceof Fault) return unverifiable(error.message);
    throw error;
  }
}

const ANY_KEY_BYTES = 32;

/** Where not even the first record can be checked, it is the first bad one. */
export function unverifiable(why: string): AuditVerdict {
  return { ok: false, records: 0, firstBad: { seq: 1, why } };
}
