import { isAbsolute, resolve } from "node:path";
import type { Asker } from "./asker.ts";
import type { Backend } from "./backend-source.ts";
import type { Caller } from "./caller.ts";
import type { Clock } from "./clock.ts";
import type { Fs, StagedFs } from "./fs.ts";
import type { OutputBudget } from "./output-budget.ts";
import { isResultHandle, type SessionState } from "./session-state.ts";

/**
 * What every tool receives beside its input: the machine, the session and the limits of this call.
 * Contract: compared by identity; a copy made for one call keeps the same `state`.
 */
export interface ToolContext extends Backend {
  readonly cwd: string;
  readonly cancel: AbortSignal;
  readonly budget: OutputBudget;
  readonly clock: Clock;
  readonly asker: Asker;
  readonly state: SessionState;
  readonly caller: Caller;
  /** Opens a stage over an Fs: its writes are kept aside, then committed or dropped as one. */
  readonly stage: (fs: Fs) => StagedFs;
  /** Tells whoever waits how far a long call has come. */
  readonly progress: (note: string) => void;
}

/** The parts of a context a caller sets itself; the factory fills in the rest. */
export type ContextOverrides = Partial<ToolContext>;

/** Builds a context, defaulting what is left out. */
export type ContextFactory = (overrides?: ContextOverrides) => ToolContext;

/** Anchors a path at the working directory, by its text alone; absolute ones and result handles pass through. */
export function resolvePath(ctx: Pick<ToolContext, "cwd">, path: string): string {
  if (isResultHandle(path)) return path;
  return isAbsolute(path) ? path : resolve(ctx.cwd, path);
}
