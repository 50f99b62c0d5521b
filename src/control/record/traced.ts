import { Fault, faultInfoOf, isCancellation } from "../../kernel/index.ts";
import type { Trace } from "../trace.ts";
import type { CallEnd, CallRecord } from "./call-record.ts";

/** A result with the trace of how it came about. */
export interface Traced<Result> {
  /** Null when the call failed. */
  readonly result: Result | null;
  readonly trace: Trace;
  /** The result, or what went wrong thrown. */
  unwrap(): Result;
}

/** How a result is read, and when a call is taken back. */
export interface TracedOptions<Result> {
  readonly endOf: (result: Result) => CallEnd;
  readonly cancel: AbortSignal;
}

/** Runs a call and records what came of it; only cancellation is thrown, and recorded too. */
export async function runTraced<Result>(
  record: CallRecord,
  run: () => Promise<Result>,
  { endOf, cancel }: TracedOptions<Result>,
): Promise<Traced<Result>> {
  let result: Result;
  try {
    result = await run();
  } catch (error) {
    const isTakenBack = isCancellation(error, cancel);
    const { message, ...fault } = faultInfoOf(error);
    const trace = await record.finish({
      error: { ...fault, message, code: isTakenBack ? "cancelled" : fault.code },
    });
    if (isTakenBack) throw error;
    return failed(trace, error);
  }
  const end = endOf(result);
  const trace = await record.finish(end);
  if (end.error === undefined) return { result, trace, unwrap: () => result };
  return failed(trace, new Fault(end.error.code, end.error.message, { hint: end.error.hint }));
}

function failed<Result>(trace: Trace, error: unknown): Traced<Result> {
  return {
    result: null,
    trace,
    unwrap() {
      throw error;
    },
  };
}
