import type { ControlStore, Retention, Trace, TraceQuery, UndoRecord } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import { keep, valueOf } from "./kept.ts";
import { type Dated, oldestBeyond } from "./oldest-beyond.ts";

type HistoryMethods = "addTraces" | "trace" | "traces" | "addUndo" | "undo" | "markUndone" | "size";

/** Traces and what puts files back. */
export interface MemoryHistory extends Pick<ControlStore, HistoryMethods> {
  /** Forgets what is old; says how much. */
  readonly forgetTraces: (retention?: Retention) => number;
  readonly forgetUndo: (retention?: Retention) => number;
}

/** Keeps them in the order they came. */
export function memoryHistory(): MemoryHistory {
  const traces = new Map<string, KeptTrace>();
  let undo: readonly KeptUndo[] = [];
  return {
    addTraces: async (added) => {
      const kept = added.map(keptTrace);
      refuseKnown(traces, kept);
      for (const each of kept) traces.set(each.id, each);
    },
    trace: async (id) => {
      const kept = traces.get(id);
      return kept && valueOf(kept);
    },
    traces: async (query) => find([...traces.values()], query).map(valueOf),
    addUndo: async (records) => {
      undo = [...undo, ...records.map(keptUndo)];
    },
    undo: async ({ trace, session }) => {
      if (trace === undefined && session === undefined) return [];
      const isAsked = ({ record }: KeptUndo) =>
        (trace ?? record.trace) === record.trace && (session ?? record.session) === record.session;
      return undo
        .filter(isAsked)
        .map(({ record }) => structuredClone(record))
        .toReversed();
    },
    markUndone: async (trace, path, undoneAt) => {
      undo = undo.map((each) =>
        each.record.trace === trace && each.record.path === path
          ? { ...each, record: { ...each.record, undoneAt } }
          : each,
      );
    },
    forgetTraces: (retention) => {
      const left = leftOf([...traces.values()], retention);
      const had = traces.size;
      for (const [id, each] of traces) if (!left.has(each)) traces.delete(id);
      return had - left.size;
    },
    forgetUndo: (retention) => {
      const left = leftOf(undo, retention);
      const had = undo.length;
      undo = undo.filter((each) => left.has(each));
      return had - left.size;
    },
    size: async () => [...traces.values(), ...undo].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

function leftOf<T extends Dated>(all: readonly T[], retention: Retention = {}): ReadonlySet<T> {
  const { before = -Infinity, maxBytes = Infinity } = retention;
  const young = all.filter(({ at }) => at >= before);
  const beyond = oldestBeyond(young, maxBytes);
  return new Set(young.filter((each) => !beyond.has(each)));
}

interface KeptTrace extends Dated, Pick<Trace, "id" | "session" | "tool" | "success"> {
  readonly json: string;
  readonly of?: Trace;
}

interface KeptUndo extends Dated {
  readonly record: UndoRecord;
}

function keptTrace(trace: Trace): KeptTrace {
  const { json } = keep(trace);
  const { id, session, tool, success, at } = trace;
  return { json, bytes: Buffer.byteLength(json), id, session, tool, success, at };
}

function keptUndo(record: UndoRecord): KeptUndo {
  const bytes = Buffer.byteLength(record.path) + (record.before?.byteLength ?? 0);
  return { at: record.at, bytes, record: structuredClone(record) };
}

function refuseKnown(traces: ReadonlyMap<string, KeptTrace>, added: readonly KeptTrace[]): void {
  const ids = new Set(added.map(({ id }) => id));
  const known = added.find(({ id }) => traces.has(id)) ?? (ids.size < added.length ? added[0] : undefined);
  if (known) throw new Fault("invalid_input", `A trace with the id ${known.id} is kept already.`);
}

function find(traces: readonly KeptTrace[], query: TraceQuery): readonly KeptTrace[] {
  const { session, tool, success, since = -Infinity, after, limit } = query;
  const list = traces.toReversed().toSorted((one, other) => other.at - one.at);
  const place = list.findIndex(({ id }) => id === after);
  if (after !== undefined && place === -1) return [];
  return list
    .slice(place + 1)
    .filter((each) => session === undefined || each.session === session)
    .filter((each) => tool === undefined || each.tool === tool)
    .filter((each) => success === undefined || each.success === success)
    .filter((each) => each.at >= since)
    .slice(0, Math.max(0, limit));
}
