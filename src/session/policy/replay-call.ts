import { isWholeValue, type Trace } from "../../control/index.ts";
import type { DefinedTool, Touch, TrustLevel } from "../../kernel/index.ts";
import type { JudgedCall, PolicyJudge } from "./open-judge.ts";

/** What a policy makes of a call; a question that a standing rule answers is none. */
export interface Outcome {
  readonly verdict: "allow" | "ask" | "deny";
  readonly reason: string;
}

/** A call that was made once or more often, and what is thought of it. */
export interface ReplayedCall {
  readonly tool: string;
  /** What it is about, for a person. */
  readonly what: string;
  times: number;
  readonly now: Outcome;
  /** Under the changed policy, where there is one. */
  readonly changed?: Outcome | undefined;
  /** The judgement under the policy that rules are proposed for. */
  readonly judged: JudgedCall;
}

/** Why a call cannot be judged any more: not all of it is remembered, its tool is not on offer, or it was never one. */
export type Unjudged = "redacted" | "unknown" | "invalid";

/** Who judges. */
export interface ReplayBench {
  /** Rejects for a tool that is not on offer. */
  readonly toolOf: (name: string) => Promise<DefinedTool>;
  readonly now: PolicyJudge;
  readonly changed?: PolicyJudge | undefined;
}

/** Judges a remembered call again, under the policy of now and a changed one. */
export async function replayCall(
  { tool: name, path, input, trust }: Trace,
  { toolOf, now, changed }: ReplayBench,
): Promise<ReplayedCall | Unjudged> {
  if (!isWholeValue(input)) return "redacted";
  const tool = await toolOf(name).catch(() => undefined);
  if (tool === undefined || tool.path !== path) return "unknown";
  if ((await tool.inputFault(input)) !== undefined) return "invalid";
  const touches = await tool.touches(input);
  const before = await now.judge(tool, touches, trust);
  const after = await changed?.judge(tool, touches, levelUnder(changed, now, trust));
  return {
    tool: tool.name,
    what: wordsOf(touches, input),
    times: 1,
    now: outcomeOf(before),
    ...(after === undefined ? {} : { changed: outcomeOf(after) }),
    judged: after ?? before,
  };
}

/** The level a call had holds, unless the changed policy is about levels. */
function levelUnder(changed: PolicyJudge, now: PolicyJudge, had: TrustLevel): TrustLevel {
  return now.trust === changed.trust ? had : changed.trust;
}

function outcomeOf({ decision, byRule }: JudgedCall): Outcome {
  if (decision.verdict === "allow") return { verdict: "allow", reason: decision.mark ?? "" };
  return byRule === undefined
    ? { verdict: decision.verdict, reason: decision.reason }
    : { verdict: "allow", reason: `by rule: ${byRule}` };
}

function wordsOf(touches: readonly Touch[], input: unknown): string {
  const [touch] = touches;
  if (touch === undefined) return JSON.stringify(input) ?? "";
  const more = touches.length > 1 ? ` and ${touches.length - 1} more` : "";
  switch (touch.kind) {
    case "command":
      return `${touch.command}${more}`;
    case "url":
      return `${touch.url}${more}`;
    case "path":
      return `${touch.op} ${touch.path}${more}`;
  }
}
