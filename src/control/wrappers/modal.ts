import type { DefinedTool, SessionMode, ToolCall, ToolContext } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";
import { refused } from "./refused.ts";
import { wrapTool } from "./wrap-tool.ts";

/** A way from one mode to another. */
export interface Transition {
  readonly fromMode: SessionMode;
  readonly toMode: SessionMode;
  readonly approvalRequired: boolean;
}

/** Asks whether a transition may happen; only `allow` is a yes. */
export type ApproveTransition = (call: ToolCall, ctx: ToolContext) => Promise<Decision> | Decision;

/** A tool that takes the session from one mode to another. */
export type ModalTool = DefinedTool & Transition;

/** The same tool, usable in one mode only and leaving another behind when it succeeds. */
export function modal(
  tool: DefinedTool,
  { fromMode, toMode, approvalRequired }: Transition,
  approve: ApproveTransition = () => nobodyToAsk(tool),
): ModalTool {
  const around = async (call: ToolCall, ctx: ToolContext, next: DefinedTool["invoke"]) => {
    const mode = await ctx.state.mode.read();
    if (mode !== fromMode) return refused(call, wrongMode(tool, fromMode, mode));
    const decision = approvalRequired ? await approve(call, ctx) : undefined;
    if (decision !== undefined && decision.verdict !== "allow") return refused(call, decision);
    const outcome = await next(call, ctx);
    if (!outcome.isError) await ctx.state.mode.replace(toMode);
    return outcome;
  };
  return wrapTool(tool, around, { fromMode, toMode, approvalRequired });
}

type Refusal = Exclude<Decision, { verdict: "allow" }>;

function wrongMode({ name }: DefinedTool, wanted: SessionMode, mode: SessionMode): Refusal {
  return {
    verdict: "deny",
    code: "denied_mode",
    reason: `${name} works in ${wanted} mode, and this session is in ${mode} mode.`,
  };
}

function nobodyToAsk({ name }: DefinedTool): Refusal {
  return { verdict: "ask", reason: `${name} changes the mode, which needs a person's approval.` };
}
