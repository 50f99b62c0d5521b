import type { Alternative, Change, FaultInfo, TrustLevel } from "../../kernel/index.ts";

export type { Alternative };

/** What one call came to, as it is remembered; secrets are taken out before it is stored. */
export interface Trace {
  readonly id: string;
  readonly session: string;
  /** The call that made this one. */
  readonly parent?: string;
  /** The tool through which it came, such as `tool_call`. */
  readonly via?: string;
  readonly tool: string;
  readonly path: string;
  /** The hash of the tool's definition when it was called. */
  readonly definition: string;
  readonly trust: TrustLevel;
  readonly input: unknown;
  /** Null when it failed. */
  readonly output: unknown;
  readonly success: boolean;
  readonly error?: FaultInfo;
  readonly durationMs: number;
  readonly alternatives: readonly Alternative[];
  readonly changes?: readonly Change[];
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Timing and internal state; only with granularity C. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Which traces are looked for; newest first. */
export interface TraceQuery {
  readonly session?: string;
  readonly tool?: string;
  readonly success?: boolean;
  readonly since?: number;
  readonly limit: number;
  /** The id after which to go on. */
  readonly after?: string;
}
