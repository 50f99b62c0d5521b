import type { DefinedTool, ToolCall, ToolContext } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";
import { refused } from "./refused.ts";
import { wrapTool } from "./wrap-tool.ts";

/** Looks for the proof that what a call builds on has happened. */
export type CheckProof = (call: ToolCall, ctx: ToolContext) => Promise<Decision> | Decision;

/** The same tool, entered only by calls whose proof holds. */
export function causal(tool: DefinedTool, check: CheckProof): DefinedTool {
  return wrapTool(tool, async (call, ctx, next) => {
    const decision = await check(call, ctx);
    return decision.verdict === "allow" ? next(call, ctx) : refused(call, decision);
  });
}
