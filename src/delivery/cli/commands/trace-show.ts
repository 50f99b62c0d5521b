import { type AuditRecord, openChanges, type Trace } from "../../../control/index.ts";
import { auditOfTrace, familyOf, findTrace, type Records, type TraceFamily } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { block, oneLine, printable } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { timeOf } from "../time-of.ts";
import { withKnownId, withRecords } from "../with-records.ts";
import { endOf, withTime } from "./trace.ts";

/** `deckhand trace show ID`: everything that is remembered of one call. */
export function traceShow(id: string, flags: SessionFlags, terminal: Terminal): Promise<number> {
  return withRecords(flags, async (records) => {
    const known = await lookUp(id, records);
    terminal.out(flags.json === true ? JSON.stringify(toJson(known)) : page(known, terminal));
    return EXIT.ok;
  });
}

interface Known extends TraceFamily {
  readonly trace: Trace;
  readonly audit: readonly AuditRecord[];
  readonly canUndo: boolean;
}

async function lookUp(id: string, { store }: Records): Promise<Known> {
  const trace = await withKnownId(() => findTrace(store, id));
  return {
    trace,
    ...(await familyOf(trace, store)),
    audit: await auditOfTrace(trace, store),
    canUndo: openChanges(await store.undo({ trace: trace.id })).length > 0,
  };
}

function toJson({ trace, parents, calls, audit, canUndo }: Known): unknown {
  return {
    trace: withTime(trace),
    parents: parents.map(({ id }) => id),
    calls: calls.map(({ depth, trace: { id, tool, success } }) => ({ depth, id, tool, success })),
    audit: audit.map(({ seq, kind, note }) => ({ seq, kind, ...(note === undefined ? {} : { note }) })),
    canUndo,
  };
}

function page(known: Known, terminal: Terminal): string {
  const { trace, calls, canUndo } = known;
  const facts = factsOf(known).map(([label, value]) => [terminal.paint("dim", label), oneLine(value, 300)]);
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["input", [asText(trace.input)]],
    ["output", trace.success ? [asText(trace.output)] : []],
    ["error", errorLines(trace)],
    ["not done", trace.alternatives.map(({ what, why }) => `${what}: ${why}`)],
    ["changes", (trace.changes ?? []).map(({ kind, path }) => `${kind} ${path}`)],
    ["calls", calls.map(({ depth, trace: inner }) => `${"  ".repeat(depth - 1)}${summary(inner)}`)],
    ["detail", trace.detail === undefined ? [] : [asText(trace.detail)]],
    ["undo", canUndo ? [`deckhand undo ${trace.id}`] : []],
  ];
  return [
    terminal.paint("bold", `${printable(trace.id)}  ${oneLine(trace.tool)}`),
    table(facts),
    ...sections
      .filter(([, lines]) => lines.length > 0)
      .map(([title, lines]) => `${terminal.paint("dim", title)}\n${block(lines.join("\n"))}`),
  ].join("\n");
}

function factsOf({ trace, parents, audit }: Known): readonly (readonly [string, string])[] {
  // The closing record repeats what the intent said.
  const { note } = audit.findLast((record) => record.note !== undefined) ?? {};
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["end", endOf(trace)],
    ["when", timeOf(trace.at)],
    ["took", `${trace.durationMs} ms`],
    ["session", trace.session],
    ["path", trace.path],
    ["trust", trace.trust],
    ["via", trace.via],
    ["called by", parents.length === 0 ? trace.parent : parents.map(summary).join(" > ")],
    ["note", note],
    ["audit", audit.map(({ seq, kind }) => `${seq} ${kind}`).join(", ") || undefined],
    ["definition", trace.definition || undefined],
  ];
  return facts.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const]));
}

function errorLines({ error }: Trace): readonly string[] {
  if (error === undefined) return [];
  return [`${error.code}: ${error.message}`, ...(error.hint === undefined ? [] : [error.hint])];
}

function summary(trace: Trace): string {
  return `${trace.id} ${trace.tool} ${endOf(trace)}`;
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}
