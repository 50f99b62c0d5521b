import type { DefinedTool, ToolCall, ToolContext } from "../../kernel/index.ts";
import type { Decision } from "../decision.ts";
import { judgeProof, type ProofQuestion } from "./judge-proof.ts";

/** Demands of each call of a tool that its session has read the files it changes. */
export function requireProof(
  tool: Pick<DefinedTool, "name" | "touches">,
  limits: Pick<ProofQuestion, "maxAgeMs" | "maxHashBytes"> = {},
): (
  call: Pick<ToolCall, "input">,
  ctx: Pick<ToolContext, "cwd" | "fs" | "clock" | "state">,
) => Promise<Decision> {
  return async ({ input }, { cwd, fs, clock, state }) =>
    judgeProof({
      ...limits,
      tool: tool.name,
      touches: await tool.touches(input),
      cwd,
      fs,
      clock,
      evidenceOf: (path) => state.seen.of(path),
      inTurn: state.inTurn,
    });
}
