import { type ApprovalOutcome, type Decision, judgeMode } from "../control/index.ts";
import { type DefinedTool, Fault, type SessionState, type Withheld } from "../kernel/index.ts";

/** Ends a call that a step of its path denies. */
export function refuse<Answer extends Decision | ApprovalOutcome>(
  decision: Answer,
): asserts decision is Exclude<Answer, { readonly verdict: "deny" }> {
  if (decision.verdict === "deny") throw new Fault(decision.code, decision.reason, { hint: decision.hint });
}

/** A session that plans changes nothing but its own notes. */
export async function refuseByMode({ mode }: Pick<SessionState, "mode">, tool: DefinedTool): Promise<void> {
  refuse(judgeMode(await mode.read(), tool));
}

/** Ends a call of what waits for a person, which is denied at every level of trust, or is merely not there. */
export function refuseWithheld(withheld: Withheld | undefined): void {
  if (withheld === undefined) return;
  const { state, reason, hint } = withheld;
  throw new Fault(state === "suspended" ? "unavailable" : "denied_policy", reason, { hint });
}
