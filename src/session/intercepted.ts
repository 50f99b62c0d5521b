import type { DefinedTool, ToolCall, ToolOutcome } from "../kernel/index.ts";
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
    (next, { intercept }) =>
      intercept === undefined ? next : async (input) => intercept({ ...call, input, tool }, next),
    run,
  );
  return chain(call.input);
}
