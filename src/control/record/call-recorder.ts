import { monotonicFactory } from "ulid";
import { type Clock, Fault, faultInfoOf } from "../../kernel/index.ts";
import type { Audit } from "../audit/create-audit.ts";
import { announceCall } from "../events/call-events.ts";
import type { Events } from "../events/events.ts";
import type { Redactor } from "../redact/redactor.ts";
import type { ControlStore } from "../store.ts";
import type { Alternative, Trace } from "./trace.ts";
import type { CallEnd, CallFacts, CallRecord, Granularity } from "./call-record.ts";
import { createGroupCommit } from "./group-commit.ts";
import { beginningOf, noteOf } from "./input-note.ts";
import { auditNoteOf, resultSummary, type TimedStep, traceOf } from "./trace-of.ts";

/** Begins the record of each call. */
export interface CallRecorder {
  begin(facts: CallFacts): CallRecord;
}

/** What calls are recorded with. */
export interface CallRecorderOptions {
  readonly store: Pick<ControlStore, "addTraces">;
  readonly audit: Audit;
  readonly events: Events;
  readonly redactor: Redactor;
  readonly clock: Clock;
  readonly granularity?: Granularity;
}

type Ending = "completed" | "failed" | "denied" | "undone";

/** Makes what records every call, allowed, failed or denied: one trace, one closing audit record, one terminal event. */
export function createCallRecorder(options: CallRecorderOptions): CallRecorder {
  const { store, audit, events, redactor, clock, granularity = "B" } = options;
  // Ids need to differ, not to be secret.
  const newId = monotonicFactory(Math.random);
  const addTrace = createGroupCommit<Trace, Trace>(async (traces) => {
    await store.addTraces(traces);
    return traces;
  });
  return { begin };

  function begin(facts: CallFacts): CallRecord {
    const at = clock.now();
    const start = clock.monotonic();
    const id = newId(at);
    const plain = redactor.now();
    const known = { ...facts, ...namesOf(facts, plain), input: plain.value(facts.input) };
    const input = noteOf(known.input);
    const record = { session: facts.session, trace: id, tool: known.tool, input };
    const announceEnd = announceCall(events, { ...known, trace: id, input: input.preview }, () =>
      clock.now(),
    );
    const alternatives: Alternative[] = [...(facts.alternatives ?? [])];
    const steps: TimedStep[] = [];
    let ended: Promise<Trace> | undefined;
    return {
      id,
      async intend(note) {
        await audit.intent({ ...record, ...(note === undefined ? {} : { note }) });
      },
      alternative: (what, why) => void alternatives.push({ what, why }),
      step: (name) => void (granularity === "C" && steps.push({ name, atMs: elapsed() })),
      denied(decision) {
        const error = "verdict" in decision ? faultOf(decision) : decision;
        const refused = { what: `${known.tool} ${input.preview}`, why: error.message };
        return (ended ??= end("denied", { error, alternatives: [refused] }));
      },
      finish: (given) => (ended ??= end(given.error === undefined ? "completed" : "failed", given)),
      undone: (given) => (ended ??= end(given.error === undefined ? "undone" : "failed", given)),
    };

    async function end(ending: Ending, given: CallEnd): Promise<Trace> {
      const all = [...alternatives, ...(given.alternatives ?? [])];
      const times = { at, durationMs: elapsed() };
      const kept = { ...known, id, alternatives: all, steps, times, granularity };
      try {
        const trace = traceOf(kept, given, redactor.now());
        await keep(trace, () => audit[ending]({ ...record, ...auditNoteOf(given) }));
        announceEnd({
          type: EVENTS[ending],
          result: resultSummary(trace),
          ...times,
          error: trace.error?.code,
        });
        return trace;
      } catch (error) {
        const { code, message } = faultInfoOf(error);
        announceEnd({
          type: "tool.failed",
          result: beginningOf(redactor.text(message)),
          ...times,
          error: code,
        });
        throw error;
      }
    }

    function elapsed(): number {
      return Math.max(0, Math.round((clock.monotonic() - start) * 1000) / 1000);
    }
  }

  /** Both are tried, also when one fails: half a record is better than none. */
  async function keep(trace: Trace, addAudit: () => Promise<unknown>): Promise<void> {
    const kept = await Promise.allSettled([addTrace(trace), addAudit()]);
    for (const attempt of kept) if (attempt.status === "rejected") throw unrecorded(attempt.reason);
  }
}

const EVENTS = {
  completed: "tool.completed",
  failed: "tool.failed",
  denied: "tool.trust_denied",
  undone: "tool.completed",
} as const;

/** A caller may have made these up, as the name of a tool that does not exist. */
function namesOf(
  { tool, path, via }: CallFacts,
  redactor: Pick<Redactor, "text">,
): Pick<CallFacts, "tool" | "path" | "via"> {
  const plain = (text: string): string => beginningOf(redactor.text(text));
  return { tool: plain(tool), path: plain(path), ...(via === undefined ? {} : { via: plain(via) }) };
}

function faultOf({ code, reason, hint }: Denial): NonNullable<CallEnd["error"]> {
  return { code, message: reason, ...(hint === undefined ? {} : { hint }) };
}

type Denial = Extract<Parameters<CallRecord["denied"]>[0], { verdict: "deny" }>;

function unrecorded(error: unknown): Fault {
  const { message, hint } = faultInfoOf(error);
  return new Fault("unavailable", `What came of the call could not be recorded: ${message}`, {
    hint: hint ?? "Make the store writable again. The call itself may have had its effect.",
    cause: error,
  });
}
