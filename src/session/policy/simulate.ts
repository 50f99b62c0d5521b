import { canonicalDigest, type Trace } from "../../control/index.ts";
import { type Proposal, proposeRules } from "./propose-rules.ts";
import {
  type Outcome,
  type ReplayBench,
  replayCall,
  type ReplayedCall,
  type Unjudged,
} from "./replay-call.ts";

/** What is replayed, and under which policies. */
export interface SimulationRequest extends ReplayBench {
  /** The newest first. */
  readonly traces: AsyncIterable<Trace>;
  /** Takes secrets out; a rule that would hold one is not proposed. */
  readonly redact: (text: string) => string;
}

/** How many calls end which way. */
export type Tally = Readonly<Record<Outcome["verdict"], number>>;

/** A call that comes out otherwise under the changed policy. */
export interface SimulatedChange {
  readonly tool: string;
  readonly what: string;
  readonly times: number;
  readonly from: Outcome["verdict"];
  readonly to: Outcome["verdict"];
  readonly reason: string;
}

/** What a policy makes of the calls that are remembered. */
export interface Simulation {
  readonly calls: number;
  readonly unjudged: Readonly<Record<Unjudged, number>>;
  readonly now: Tally;
  readonly changed?: Tally;
  readonly changes: readonly SimulatedChange[];
  readonly proposals: readonly Proposal[];
}

/** Replays remembered calls against the policy of now and a changed one, and looks for rules that save questions. */
export async function simulate(request: SimulationRequest): Promise<Simulation> {
  const { calls, unjudged, total } = await replayAll(request);
  const { now, changed, redact } = request;
  return {
    calls: total,
    unjudged,
    now: tallyOf(calls, (call) => call.now),
    ...(changed === undefined ? {} : { changed: tallyOf(calls, (call) => call.changed ?? call.now) }),
    changes: calls.flatMap(changeOf).toSorted(byWeight),
    proposals: await proposeRules(calls, changed ?? now, redact),
  };
}

async function replayAll(request: SimulationRequest) {
  const seen = new Map<string, ReplayedCall | Unjudged>();
  const unjudged: Record<Unjudged, number> = { redacted: 0, unknown: 0, invalid: 0 };
  let total = 0;
  for await (const trace of request.traces) {
    const { tool, path, input, trust, error } = trace;
    const key = canonicalDigest({ tool, path, input: input ?? null, trust });
    const known = seen.get(key);
    // What waited for a person was asked once, when the same call came again.
    if (known !== undefined && error?.code === "needs_approval") continue;
    total += 1;
    const call = known ?? (await replayCall(trace, request));
    seen.set(key, call);
    if (typeof call === "string") unjudged[call] += 1;
    else if (known !== undefined) call.times += 1;
  }
  const calls = [...seen.values()].filter((call) => typeof call !== "string");
  return { calls, unjudged, total };
}

function tallyOf(calls: readonly ReplayedCall[], outcomeOf: (call: ReplayedCall) => Outcome): Tally {
  const tally = { allow: 0, ask: 0, deny: 0 };
  for (const call of calls) tally[outcomeOf(call).verdict] += call.times;
  return tally;
}

function changeOf({ tool, what, times, now, changed }: ReplayedCall): readonly SimulatedChange[] {
  if (changed === undefined || changed.verdict === now.verdict) return [];
  return [{ tool, what, times, from: now.verdict, to: changed.verdict, reason: changed.reason }];
}

/** What is newly denied matters most, then what is newly asked. */
const WEIGHTS = { deny: 0, ask: 1, allow: 2 } as const;

function byWeight(a: SimulatedChange, b: SimulatedChange): number {
  return WEIGHTS[a.to] - WEIGHTS[b.to] || b.times - a.times;
}
