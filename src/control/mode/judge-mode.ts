import type { Effect, SessionMode, ToolRecord, Touch } from "../../kernel/index.ts";
import { ALLOW, type Decision } from "../decision.ts";

/** Keeps a session that plans from changing anything but its own notes; leaving plan mode is such a note. */
export function judgeMode(
  mode: SessionMode,
  tool: Pick<ToolRecord, "name" | "effects">,
  touches: readonly Pick<Touch, "kind" | "op">[] = [],
): Decision {
  if (mode === "execute") return ALLOW;
  const offence = tool.effects.find((effect) => NOT_WHILE_PLANNING.includes(effect)) ?? undeclared(touches);
  if (offence === undefined) return ALLOW;
  return {
    verdict: "deny",
    code: "denied_mode",
    reason: `${tool.name} is refused in plan mode: ${offence}.`,
    hint: "Reading, searching and the checklist work in plan mode. Call execute_mode when the plan is ready.",
  };
}

const NOT_WHILE_PLANNING: readonly Effect[] = ["WRITES(filesystem)", "CALLS(shell)", "CALLS(remote)"];

/** A tool that says too little about itself is known by what it touches. */
function undeclared(touches: readonly Pick<Touch, "kind" | "op">[]): string | undefined {
  if (touches.some(({ kind }) => kind === "command")) return "it runs a command";
  const changes = touches.some(({ op }) => op === "write" || op === "create" || op === "delete");
  return changes ? "it changes a file" : undefined;
}
