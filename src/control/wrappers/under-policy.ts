import { type DefinedTool, isMutating, type ToolCall, type ToolContext } from "../../kernel/index.ts";
import { callKey } from "../execute/call-key.ts";
import type { CallFacts, Policy } from "../execute/policy.ts";
import { wrapTool } from "./wrap-tool.ts";

/** What of a call's facts its wrapper knows and its tool does not say. */
export type WrapperFacts = Pick<CallFacts, "timeoutMs" | "cacheMs">;

/** The same tool, with its calls made under a policy. */
export function underPolicy(tool: DefinedTool, policy: Policy, more: WrapperFacts = {}): DefinedTool {
  const scopeOf = createScopes();
  return wrapTool(tool, (call, ctx, next) => {
    const run = (cancel: AbortSignal) => next(call, cancel === ctx.cancel ? ctx : { ...ctx, cancel });
    return policy(run, factsOf(tool, call, scopeOf(ctx), more))(ctx.cancel);
  });
}

function factsOf(
  tool: DefinedTool,
  call: ToolCall,
  scope: readonly string[],
  { timeoutMs, cacheMs }: WrapperFacts,
): CallFacts {
  const key = cacheMs === undefined ? "" : callKey(call.input, ...scope);
  return {
    callId: call.id,
    tool: tool.name,
    key: key ?? "",
    isRead: !isMutating(tool.effects),
    timeoutMs,
    // An input without a canonical form cannot be told from others.
    cacheMs: key === undefined ? undefined : cacheMs,
  };
}

/** Two sessions, folders or file systems (such as a rehearsal's) never share an answer. */
function createScopes(): (ctx: ToolContext) => readonly string[] {
  const names = new WeakMap<object, string>();
  return ({ fs, cwd, state }) => {
    const name = names.get(fs) ?? crypto.randomUUID();
    names.set(fs, name);
    return [name, state.id, cwd];
  };
}
