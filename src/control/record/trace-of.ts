import type { ContentBlock, FaultInfo } from "../../kernel/index.ts";
import type { RedactorNow } from "../redact/redactor.ts";
import type { Alternative, Trace } from "./trace.ts";
import { boundedValue } from "./bounded-value.ts";
import type { CallEnd, CallFacts, Granularity } from "./call-record.ts";
import { beginningOf } from "./input-note.ts";

/** When a step of a call was over, counted from its beginning. */
export interface TimedStep {
  readonly name: string;
  readonly atMs: number;
}

/** What is known of a call when it has ended; its input is already redacted. */
export interface KnownCall extends CallFacts {
  readonly id: string;
  readonly alternatives: readonly Alternative[];
  readonly steps: readonly TimedStep[];
  readonly times: { readonly at: number; readonly durationMs: number };
  readonly granularity: Granularity;
}

/** Words what came of a call as it is remembered: redacted, and bounded. */
export function traceOf(call: KnownCall, end: CallEnd, redactor: RedactorNow): Trace {
  const { id, session, parent, via, tool, path, definition, trust, times } = call;
  const { error, changes, output } = end;
  return {
    id,
    session,
    ...(parent === undefined ? {} : { parent }),
    ...(via === undefined ? {} : { via }),
    tool,
    path,
    definition,
    trust,
    input: boundedValue(call.input),
    output: error === undefined ? boundedValue(redactor.value(withoutBytes(output)) ?? null) : null,
    success: error === undefined,
    ...(error === undefined ? {} : { error: redactedError(error, redactor) }),
    durationMs: times.durationMs,
    alternatives: keptAlternatives(call, redactor),
    ...(changes === undefined ? {} : { changes: redactor.value(changes) as typeof changes }),
    at: times.at,
    ...(call.granularity === "C" ? { detail: detailOf(call, end, redactor) } : {}),
  };
}

const MOST_ALTERNATIVES = 100;
const LONGEST_ALTERNATIVE = 1000;

/** Tools tell them, and anybody may write a tool. */
function keptAlternatives({ alternatives }: KnownCall, redactor: RedactorNow): readonly Alternative[] {
  const kept = (text: string): string => redactor.text(text).slice(0, LONGEST_ALTERNATIVE);
  return alternatives
    .slice(0, MOST_ALTERNATIVES)
    .map(({ what, why }) => ({ what: kept(what), why: kept(why) }));
}

/** What the last event of a call says of its result. */
export function resultSummary({ error, output }: Trace): string {
  if (error !== undefined) return beginningOf(error.message);
  return beginningOf(typeof output === "string" ? output : (JSON.stringify(output) ?? ""));
}

/** What the closing audit record says beside the input: why it failed, or which files it changed. */
export function auditNoteOf({ note, error, changes = [] }: CallEnd): { readonly note?: string } {
  const said = [
    ...(note === undefined ? [] : [note]),
    ...(error === undefined ? [] : [`${error.code}: ${error.message}`]),
    ...changes.map(({ kind, path }) => `${kind} ${path}`),
  ];
  return said.length === 0 ? {} : { note: said.join("; ") };
}

/** Pictures, sounds and other bytes are named: nobody reads them in a trace. */
function withoutBytes(output: unknown): unknown {
  if (!Array.isArray(output)) return output;
  return output.map((block: unknown) =>
    holdsBytes(block) ? { ...block, data: `[${block.data.length} characters of base64]` } : block,
  );
}

function holdsBytes(block: unknown): block is Pick<ContentBlock, "kind"> & { readonly data: string } {
  if (typeof block !== "object" || block === null || !("kind" in block)) return false;
  return "data" in block && typeof block.data === "string";
}

function redactedError({ code, message, hint }: FaultInfo, redactor: RedactorNow): FaultInfo {
  const shown = redactor.text(message);
  return { code, message: shown, ...(hint === undefined ? {} : { hint: redactor.text(hint) }) };
}

function detailOf({ steps }: KnownCall, { detail }: CallEnd, redactor: RedactorNow): Record<string, unknown> {
  return boundedValue(redactor.value({ ...detail, steps })) as Record<string, unknown>;
}
