import type { AuditRecord, ControlStore } from "../../../control/index.ts";
import { verifyRecords } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { parseLimit } from "../limit.ts";
import { oneLine } from "../printable.ts";
import { folder, type SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { shortTimeOf, timeOf } from "../time-of.ts";
import { withRecords } from "../with-records.ts";
import { shortId } from "./trace.ts";

/** The flags of `deckhand audit list`. */
export interface AuditFlags extends SessionFlags {
  readonly limit?: string;
}

/** `deckhand audit verify`: whether the trail is as it was written, and the first record that is not. */
export async function auditVerify(flags: SessionFlags, terminal: Terminal): Promise<number> {
  const verdict = await verifyRecords({ cwd: folder(flags.cwd ?? ".") });
  const { ok, records, firstBad } = verdict;
  if (flags.json === true) terminal.out(JSON.stringify(verdict));
  else if (firstBad === undefined) {
    terminal.out(`${terminal.paint("green", "ok")}: ${records} records, each as it was written`);
  } else {
    terminal.out(
      `${terminal.paint("red", "bad")}: record ${firstBad.seq}: ${oneLine(firstBad.why, 500)} (${records} good before it)`,
    );
  }
  return ok ? EXIT.ok : EXIT.error;
}

const USUAL_LIMIT = 20;

/** `deckhand audit list`: the last records of the trail, the newest first. */
export function auditList(flags: AuditFlags, terminal: Terminal): Promise<number> {
  return withRecords(flags, async ({ store }) => {
    const limit = parseLimit(flags.limit, USUAL_LIMIT);
    const { records: end } = await store.auditHead();
    const records = (await store.readAudit(Math.max(1, end - limit + 1), limit)).toReversed();
    if (flags.json === true) terminal.out(JSON.stringify({ records: records.map(withTime) }));
    else if (records.length === 0) terminal.note("Nothing was recorded here yet.");
    else terminal.out(listing(records, terminal));
    return EXIT.ok;
  });
}

/** `deckhand audit export`: every record exactly as it was sealed, the first first, one a line. */
export function auditExport(flags: SessionFlags, terminal: Terminal): Promise<number> {
  return withRecords(flags, async ({ store }) => {
    for await (const record of wholeTrail(store)) terminal.out(JSON.stringify(record));
    return EXIT.ok;
  });
}

const AT_ONCE = 500;

async function* wholeTrail(store: ControlStore): AsyncGenerator<AuditRecord> {
  for (let next = 1; ;) {
    const records = await store.readAudit(next, AT_ONCE);
    yield* records;
    const last = records.at(-1);
    if (last === undefined) return;
    next = last.seq + 1;
  }
}

function withTime(record: AuditRecord): unknown {
  return { ...record, at: timeOf(record.at) };
}

function listing(records: readonly AuditRecord[], terminal: Terminal): string {
  const head = ["RECORD", "WHEN", "KIND", "SESSION", "TOOL", "TRACE", "NOTE OR INPUT"];
  const rows = records.map(({ seq, at, kind, session, tool, trace, note, input }) => [
    terminal.paint("bold", String(seq)),
    shortTimeOf(at),
    oneLine(kind, 12),
    oneLine(session, 20),
    oneLine(tool, 30),
    oneLine(shortId(trace)),
    oneLine(note ?? input.preview, 80),
  ]);
  return table([head.map((title) => terminal.paint("dim", title)), ...rows]);
}
