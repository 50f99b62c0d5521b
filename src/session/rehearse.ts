import {
  type DefinedTool,
  failedOutcome,
  Fault,
  faultInfoOf,
  type StagedChange,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
} from "../kernel/index.ts";

/** What came of a rehearsal: the outcome, and what would have changed. */
export interface Rehearsal extends ToolOutcome {
  readonly staged?: readonly StagedChange[];
}

/** Runs a call on a staged file system and drops what it wrote. */
export async function rehearse(tool: DefinedTool, request: ToolCall, ctx: ToolContext): Promise<Rehearsal> {
  const uncontained = tool.effects.find(
    (effect) => effect.startsWith("CALLS") || effect === "WRITES(session)",
  );
  if (uncontained !== undefined) return failed(request, cannotRehearse(tool.name, uncontained));
  const staged = ctx.stage(ctx.fs);
  // Nothing is changed, so nothing needs to have been seen.
  const state = { ...ctx.state, seen: { ...ctx.state.seen, isRequired: false } };
  try {
    const outcome = await tool.invoke(request, { ...ctx, fs: staged, state });
    return { ...outcome, staged: staged.changes() };
  } finally {
    staged.drop();
  }
}

/** The outcome of a call that did not come to run. */
export function failed(request: Pick<ToolCall, "id">, fault: unknown): ToolOutcome {
  return failedOutcome(request.id, faultInfoOf(fault));
}

function cannotRehearse(name: string, effect: string): Fault {
  return new Fault("unavailable", `${name} cannot be rehearsed: ${effect} reaches beyond the files.`, {
    hint: "Call it without --dry-run, or rehearse a tool that only reads and writes files.",
  });
}
