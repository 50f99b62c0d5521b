import {
  failedOutcome,
  clamp,
  type Clock,
  faultInfoOf,
  systemClock,
  type ToolOutcome,
} from "../../kernel/index.ts";
import { type Circuit, createCircuits } from "./circuit.ts";
import { DeadlineFault } from "./deadline-fault.ts";
import type { FailFast } from "./fail-fast.ts";
import { findingOf } from "./failure-class.ts";
import { type CallFacts, compose, type Policy } from "./policy.ts";

/** When a breaker opens, and for how long. */
export interface BreakerOptions {
  readonly clock?: Clock;
  /** So many failures of one class without an answer in between. */
  readonly failures?: number;
  readonly openMs?: number;
  /** How many circuits are remembered; the one that failed longest ago is forgotten first. */
  readonly most?: number;
}

/** The two halves of a breaker, for those who put other policies between them. */
export interface BreakerParts {
  /** Refuses calls while a circuit is open, and afterwards lets one through at a time until one is answered. */
  readonly gate: Policy;
  /** Counts what really ran. Belongs close to the run, or a shared answer counts for each who shares it. */
  readonly meter: Policy;
}

/** Fails fast while a capability is out of order; a circuit for each capability, peer and failure class. */
export function breaker(options: BreakerOptions = {}): Policy {
  const { gate, meter } = createBreaker(options);
  return compose(gate, meter);
}

/** Builds the halves of one breaker. */
export function createBreaker(options: BreakerOptions = {}): BreakerParts {
  const { clock = systemClock, failures = 5, openMs = 30_000, most = 1_000 } = options;
  const circuits = createCircuits({ clock, failures, openMs, most });
  return {
    gate: (run, facts) => async (cancel) => {
      const tripped = circuits.tripped(facts);
      if (tripped.length === 0) return run(cancel);
      const shut = tripped.find((circuit) => circuit.isProbed || circuit.openUntil > clock.monotonic());
      if (shut !== undefined) return failedOutcome(facts.callId, notNow(facts, shut, clock));
      return probe(tripped, () => run(cancel));
    },
    meter: (run, facts) => async (cancel) => {
      try {
        const outcome = await run(cancel);
        note(facts, outcome);
        return outcome;
      } catch (error) {
        // The end of somebody else's time, such as a pipeline's, says nothing about its steps.
        const isOwn = error instanceof DeadlineFault && error.tool === facts.tool;
        if (isOwn) note(facts, { error: faultInfoOf(error) });
        throw error;
      }
    },
  };

  function note(facts: CallFacts, outcome: Pick<ToolOutcome, "error">): void {
    const finding = findingOf(outcome);
    if (finding === "answered") circuits.close(facts);
    else if (finding !== "not asked") circuits.fail(facts, finding, outcome.error?.message ?? finding);
  }
}

/** A probe that was cancelled or answered from memory has found out nothing, and the next call is one again. */
async function probe(circuits: readonly Circuit[], run: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  for (const circuit of circuits) circuit.isProbed = true;
  try {
    return await run();
  } finally {
    for (const circuit of circuits) circuit.isProbed = false;
  }
}

/** How soon to come back while somebody else is probing. */
const PROBE_MS = 1_000;
const MOST_SHOWN = 500;

function notNow({ tool, peer }: CallFacts, circuit: Circuit, clock: Clock): FailFast {
  const { failures, lastMessage, isProbed, openUntil } = circuit;
  const retryAfterMs = isProbed ? PROBE_MS : Math.ceil(openUntil - clock.monotonic());
  const who = peer === undefined ? tool : `${tool} (${peer})`;
  const last = clamp(lastMessage, { kind: "middle", maxBytes: MOST_SHOWN });
  return {
    code: "unavailable",
    message: `${who} was not tried: it failed ${failures} times in a row, the last time with: ${last}`,
    hint: `Try again in ${Math.ceil(retryAfterMs / 1_000)} s, or do it another way.`,
    retryAfterMs,
  };
}
