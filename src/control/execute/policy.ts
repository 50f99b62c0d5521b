import type { ToolOutcome } from "../../kernel/index.ts";

/** Makes one call; everything but cancellation comes back as an outcome. */
export type Run = (cancel: AbortSignal) => Promise<ToolOutcome>;

/** What policies know of a call. */
export interface CallFacts {
  readonly callId: string;
  /** The wire name. */
  readonly tool: string;
  /** The same for calls of the tool with the same input, and for no others. */
  readonly key: string;
  /** Leaves nothing different behind, so it may be made again or be answered from memory. */
  readonly isRead: boolean;
  /** How long the call may take, waiting and repeating included; no limit when absent. */
  readonly timeoutMs?: number | undefined;
  /** How long an answer stays good; absent for tools that do not say so. */
  readonly cacheMs?: number | undefined;
  /** Whom it reaches, such as a host; the breaker counts for each apart. */
  readonly peer?: string | undefined;
  /** Made by a call that is running: it takes no place of its own, or all places could be held by those who wait for one. */
  readonly isNested?: boolean | undefined;
}

/** One rule about how calls are made: wraps a run and returns a run. */
export type Policy = (run: Run, facts: CallFacts) => Run;

/** One policy of several, the first of them outermost. */
export function compose(...policies: readonly Policy[]): Policy {
  return (run, facts) => policies.reduceRight((inner, policy) => policy(inner, facts), run);
}
