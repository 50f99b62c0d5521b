import {
  type Clock,
  type DefinedTool,
  Fault,
  type FaultInfo,
  faultInfoOf,
  systemClock,
  textOf,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  type ToolResult,
} from "../../kernel/index.ts";
import type { Trace } from "../record/trace.ts";
import { wrapTool } from "./wrap-tool.ts";

/** What a trace says that neither the tool nor its call knows. */
export interface TracedOptions {
  /** Makes the id of a trace. */
  readonly newId: () => string;
  /** The hash of the tool's definition. */
  readonly definition: string;
  readonly clock?: Clock;
  /** Keeps a trace; the call returns only when it has. */
  readonly record?: (trace: Trace) => Promise<void> | void;
}

/** What the caller knows of one call. */
export type TraceNotes = Partial<Pick<Trace, "session" | "parent" | "via" | "trust" | "alternatives">>;

/** A result together with the story of how it came about. */
export interface Traced {
  /** Null when the call failed. */
  readonly result: ToolResult | null;
  readonly trace: Trace;
  /** The result, or the failure thrown. */
  readonly unwrap: () => ToolResult;
}

/** A tool that tells how its results came about. */
export interface TracedTool extends DefinedTool {
  /** Never throws but on cancellation: a failure is a trace too. */
  invokeTraced(call: ToolCall, ctx: ToolContext, notes?: TraceNotes): Promise<Traced>;
}

/** The same tool with a trace for every call, also for those that failed or were cancelled. */
export function traced(tool: DefinedTool, options: TracedOptions): TracedTool {
  const invokeTraced: TracedTool["invokeTraced"] = async (call, ctx, notes = {}) => {
    const { outcome, trace } = await traceCall(tool, { call, ctx, notes }, options);
    return { result: outcome.isError ? null : outcome.result, trace, unwrap: () => unwrap(outcome) };
  };
  const around = async (call: ToolCall, ctx: ToolContext): Promise<ToolOutcome> =>
    (await traceCall(tool, { call, ctx, notes: {} }, options)).outcome;
  return wrapTool(tool, around, { invokeTraced });
}

interface Made {
  readonly call: ToolCall;
  readonly ctx: ToolContext;
  readonly notes: TraceNotes;
}

async function traceCall(tool: DefinedTool, made: Made, { clock = systemClock, ...options }: TracedOptions) {
  const { call, ctx, notes } = made;
  const [at, start] = [clock.now(), clock.monotonic()];
  const traceOf = ({ alternatives = [], ...end }: Ending): Trace => ({
    id: options.newId(),
    session: ctx.state.id,
    tool: tool.name,
    path: tool.path,
    definition: options.definition,
    trust: tool.trust,
    input: call.input,
    at,
    ...notes,
    ...end,
    alternatives: [...(notes.alternatives ?? []), ...alternatives],
    durationMs: clock.monotonic() - start,
  });
  let outcome: ToolOutcome;
  try {
    outcome = await tool.invoke(call, ctx);
  } catch (error) {
    await keepQuietly(traceOf(failure({ ...faultInfoOf(error), code: "cancelled" })), options);
    throw error;
  }
  const trace = traceOf(endingOf(outcome));
  await options.record?.(trace);
  return { outcome, trace };
}

type Ending = Pick<Trace, "output" | "success" | "error" | "changes"> & Partial<Pick<Trace, "alternatives">>;

function endingOf(outcome: ToolOutcome): Ending {
  const { changes, alternatives = [] } = outcome.result;
  const ending = outcome.isError
    ? failure(errorOf(outcome))
    : ({ output: outcome.output, success: true } satisfies Ending);
  return { ...ending, alternatives, ...(changes === undefined ? {} : { changes }) };
}

function failure(error: FaultInfo): Ending {
  return { output: null, success: false, error };
}

/** Some tools say what went wrong in their content alone. */
function errorOf({ error, result }: ToolOutcome): FaultInfo {
  return error ?? { code: "tool_error", message: result.content.map(textOf).join("\n") };
}

/** The caller has left: that the trace could not be kept is not what they are told. */
async function keepQuietly(trace: Trace, { record }: Pick<TracedOptions, "record">): Promise<void> {
  try {
    await record?.(trace);
  } catch {
    return undefined;
  }
}

function unwrap(outcome: ToolOutcome): ToolResult {
  if (!outcome.isError) return outcome.result;
  const { code, message, hint } = errorOf(outcome);
  throw new Fault(code, message, { hint });
}
