import type { Trace, TraceQuery } from "../../../control/index.ts";
import { newestTraces } from "../../../session/index.ts";
import { EXIT } from "../exit-code.ts";
import { parseLimit } from "../limit.ts";
import { oneLine, printable } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { parseSince } from "../since.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { shortTimeOf, timeOf } from "../time-of.ts";
import { UsageFault } from "../usage-fault.ts";
import { withRecords } from "../with-records.ts";

/** The flags that say which traces are meant. */
export interface TraceFlags extends SessionFlags {
  readonly tool?: string;
  readonly failed?: boolean;
  readonly since?: string;
  readonly limit?: string;
  readonly format?: string;
}

const USUAL_LIMIT = 20;

/** `deckhand trace list`: what was called, the newest first. */
export function traceList(flags: TraceFlags, terminal: Terminal): Promise<number> {
  return withRecords(flags, async ({ store }) => {
    const traces = await store.traces({ ...queryOf(flags), limit: parseLimit(flags.limit, USUAL_LIMIT) });
    if (flags.json === true) terminal.out(JSON.stringify({ traces: traces.map(summaryOf) }));
    else if (traces.length === 0) terminal.note("No call is remembered here that fits.");
    else terminal.out(listing(traces, terminal));
    return EXIT.ok;
  });
}

/** `deckhand trace export`: whole traces for another program, the newest first, one a line. */
export function traceExport(flags: TraceFlags, terminal: Terminal): Promise<number> {
  const format = formatOf(flags);
  return withRecords(flags, async ({ store }) => {
    const most = parseLimit(flags.limit, Number.POSITIVE_INFINITY);
    let before = "";
    if (format === "json") terminal.out('{"traces":[');
    for await (const trace of newestTraces(store, queryOf(flags), most)) {
      terminal.out(`${before}${JSON.stringify(withTime(trace))}`);
      if (format === "json") before = ",";
    }
    if (format === "json") terminal.out("]}");
    return EXIT.ok;
  });
}

/** A trace as machines are told of it: its time as text. */
export function withTime(trace: Trace): unknown {
  return { ...trace, at: timeOf(trace.at) };
}

/** How a call ended, in a word. */
export function endOf({ success, error }: Trace): string {
  return success ? "ok" : (error?.code ?? "failed");
}

/** What a person calls a trace by: the end of its id, since the beginnings of neighbours are alike. */
export function shortId(id: string): string {
  return id.slice(-SHORT);
}

const SHORT = 8;

function queryOf({ session, tool, failed, since }: TraceFlags): Omit<TraceQuery, "limit"> {
  return {
    ...(session === undefined ? {} : { session }),
    ...(tool === undefined ? {} : { tool }),
    ...(failed === true ? { success: false } : {}),
    ...(since === undefined ? {} : { since: parseSince(since, Date.now()) }),
  };
}

function formatOf({ format, json }: TraceFlags): "ndjson" | "json" {
  const wanted = format ?? (json === true ? "json" : "ndjson");
  if (wanted === "ndjson" || wanted === "json") return wanted;
  throw new UsageFault(`There is no format ${JSON.stringify(wanted)}.`, "Formats: ndjson, json.");
}

function summaryOf(trace: Trace): unknown {
  const { input: _input, output: _output, alternatives: _others, detail: _detail, ...summary } = trace;
  return withTime(summary as Trace);
}

function listing(traces: readonly Trace[], terminal: Terminal): string {
  const head = ["TRACE", "WHEN", "SESSION", "TOOL", "END", "MS", "INPUT"];
  const rows = traces.map((trace) => [
    terminal.paint("bold", printable(shortId(trace.id))),
    shortTimeOf(trace.at),
    oneLine(trace.session, 20),
    oneLine(trace.tool, 30),
    terminal.paint(trace.success ? "green" : "red", oneLine(endOf(trace), 20)),
    String(Math.round(trace.durationMs)),
    oneLine(JSON.stringify(trace.input) ?? "", 60),
  ]);
  return table([head.map((title) => terminal.paint("dim", title)), ...rows]);
}
