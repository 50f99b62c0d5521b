import type { ToolCall, ToolContext, ToolOutcome } from "../kernel/index.ts";
import type { SessionPart } from "./governed/governance-of.ts";
import { refuseByMode } from "./refuse.ts";

/** Makes a call that nothing governs but the session's mode: it is not judged, and nothing remembers it. */
export async function dispatchPlainly(
  request: ToolCall,
  ctx: ToolContext,
  { find, intercept, run }: SessionPart,
): Promise<ToolOutcome> {
  const found = await find(request);
  return intercept(found, async (input) => {
    await refuseByMode(ctx.state, found.tool);
    return run({ ...found, request: { ...found.request, input } }, ctx);
  });
}
