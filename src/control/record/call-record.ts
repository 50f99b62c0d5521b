import type { Change, FaultInfo, TrustLevel } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";
import type { Alternative, Trace } from "./trace.ts";

/** How much of a call is remembered: B its input, output and what was not done; C its timing and inner state too. */
export type Granularity = "B" | "C";

/** What is known of a call before anything happens. */
export interface CallFacts {
  readonly session: string;
  readonly tool: string;
  readonly path: string;
  readonly definition: string;
  readonly trust: TrustLevel;
  readonly input: unknown;
  readonly parent?: string | undefined;
  readonly via?: string | undefined;
  /** What the caller weighed and left. */
  readonly alternatives?: readonly Alternative[];
}

/** What came of a call: an output, or an error. */
export interface CallEnd {
  readonly output?: unknown;
  readonly error?: FaultInfo | undefined;
  readonly changes?: readonly Change[] | undefined;
  /** What could have been done instead, such as the places an edit did not choose. */
  readonly alternatives?: readonly Alternative[] | undefined;
  /** What the audit should say beside, such as `sandbox: none`. */
  readonly note?: string | undefined;
  /** Inner state, for granularity C. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The record of one call while it is made: it ends once, whatever is called after that. */
export interface CallRecord {
  /** The id of the trace. */
  readonly id: string;
  /** Durably says what is about to be done; if it fails, the call must not run. */
  intend(note?: string): Promise<void>;
  /** Notes something that could have happened instead. */
  alternative(what: string, why: string): void;
  /** Marks the end of a step, for granularity C. */
  step(name: string): void;
  /** Ends the call before it ran; settles when trace and audit record are kept. */
  denied(decision: Extract<Decision, { verdict: "deny" }> | FaultInfo): Promise<Trace>;
  /** Ends the call; settles when trace and audit record are kept. */
  finish(end: CallEnd): Promise<Trace>;
  /** Ends what took the changes of other calls back. */
  undone(end: CallEnd): Promise<Trace>;
}
