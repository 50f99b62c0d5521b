/** What a sub-agent is asked to do. */
export interface DelegateRequest {
  readonly objective: string;
  /** The kind of agent to use, as the runner names them. */
  readonly agent?: string;
  /** What the sub-agent should know. */
  readonly context?: string;
  /** How many delegations lie above this one: 1 for the first. */
  readonly depth: number;
}

/**
 * Runs sub-agents, behind `task`.
 * Contract: `run` answers with one report; it ends when `cancel` is aborted.
 */
export interface Delegate {
  run(
    request: DelegateRequest,
    options: { readonly cancel: AbortSignal; readonly progress: (note: string) => void },
  ): Promise<string>;
  /** How many delegations lie above the session that holds this; 0 when absent. */
  readonly depth?: number;
  /** How deep delegations may go; 2 when absent. */
  readonly maxDepth?: number;
  /** How many may run at once in a session; 4 when absent. */
  readonly maxConcurrent?: number;
}
