import type { Clock } from "../../kernel/index.ts";
import { FAILURE_CLASSES, type FailureClass } from "./failure-class.ts";
import type { CallFacts } from "./policy.ts";

/** How one capability has failed in one way since it last answered. */
export interface Circuit {
  failures: number;
  /** On the monotonic clock; past once it is half open. */
  openUntil: number;
  /** One call is finding out whether it works again. */
  isProbed: boolean;
  lastMessage: string;
}

/** The circuits of one breaker; only those with failures are kept. */
export interface Circuits {
  /** Those of a call that are open or half open. */
  tripped(facts: CallFacts): readonly Circuit[];
  fail(facts: CallFacts, failure: FailureClass, message: string): void;
  close(facts: CallFacts): void;
}

/** What circuits are counted by. */
export interface CircuitLimits {
  readonly clock: Clock;
  readonly failures: number;
  readonly openMs: number;
  readonly most: number;
}

/** Keeps circuits by capability, peer and failure class. */
export function createCircuits({ clock, failures, openMs, most }: CircuitLimits): Circuits {
  const circuits = new Map<string, Circuit>();
  return {
    tripped: (facts) => {
      if (circuits.size === 0) return [];
      const known = FAILURE_CLASSES.flatMap((failure) => circuits.get(nameOf(facts, failure)) ?? []);
      return known.filter((circuit) => circuit.failures >= failures);
    },
    fail: (facts, failure, lastMessage) => {
      const name = nameOf(facts, failure);
      const circuit = circuits.get(name) ?? { failures: 0, openUntil: 0, isProbed: false, lastMessage };
      circuit.failures += 1;
      circuit.lastMessage = lastMessage;
      const now = clock.monotonic();
      // Calls that began before it opened do not keep it open for longer.
      if (circuit.failures >= failures && circuit.openUntil <= now) circuit.openUntil = now + openMs;
      circuits.delete(name);
      circuits.set(name, circuit);
      for (const oldest of circuits.keys()) {
        if (circuits.size <= most) break;
        circuits.delete(oldest);
      }
    },
    close: (facts) => {
      if (circuits.size === 0) return;
      for (const failure of FAILURE_CLASSES) circuits.delete(nameOf(facts, failure));
    },
  };
}

function nameOf({ tool, peer = "" }: CallFacts, failure: FailureClass): string {
  return [tool, peer, failure].join("\0");
}
