import { type DefinedTool, Fault, type ToolCall, type ToolOutcome } from "../kernel/index.ts";
import type { Addon } from "./addon.ts";

type Run = (input: unknown) => Promise<ToolOutcome>;

/** Makes a call through the interceptors of all addons, the first of them outermost. */
export function intercepted(
  call: ToolCall,
  tool: DefinedTool,
  addons: readonly Addon[],
  run: Run,
): Promise<ToolOutcome> {
  const chain = addons.reduceRight<Run>(
    (next, { name, intercept }) =>
      intercept === undefined
        ? next
        : async (input) => outcomeFrom(name, await intercept({ ...call, input, tool }, next)),
    run,
  );
  return chain(call.input);
}

/** Whoever forgets to hand an outcome on must not leave the caller without one. */
function outcomeFrom(addon: string, answer: ToolOutcome | undefined): ToolOutcome {
  if (typeof answer?.isError === "boolean" && Array.isArray(answer.result?.content)) return answer;
  throw new Fault("tool_error", `The addon ${addon} did not answer with an outcome.`, {
    hint: "The call may have been made all the same. An interceptor returns what next(input) gives, or an outcome of its own.",
  });
}
