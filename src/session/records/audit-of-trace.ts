import type { AuditRecord, ControlStore, Trace } from "../../control/index.ts";

/** How far the clocks of those who write may be apart. */
const SLACK_MS = 5000;
const MOST_LOOKED_AT = 5000;

/** What the trail says of one call, in order; the place is found by the time, so that a long trail costs nothing. */
export async function auditOfTrace(trace: Trace, store: ControlStore): Promise<readonly AuditRecord[]> {
  const from = await firstSince(trace.at - SLACK_MS, store);
  const records = await store.readAudit(from, MOST_LOOKED_AT);
  return records.filter((record) => record.trace === trace.id);
}

async function firstSince(at: number, store: ControlStore): Promise<number> {
  let [low, high] = [1, (await store.auditHead()).records + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [record] = await store.readAudit(middle, 1);
    if (record !== undefined && record.at < at) low = middle + 1;
    else high = middle;
  }
  return low;
}
