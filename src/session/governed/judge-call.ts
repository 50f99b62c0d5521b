import { protectedOnDisk, realPath } from "../../backends/index.ts";
import {
  ALLOW,
  type Decision,
  type ExaminedTouch,
  examineTouches,
  type JudgeCommand,
  judgeFiles,
  judgeTrust,
  judgeUrls,
  strictest,
} from "../../control/index.ts";
import type { ToolContext, ToolRecord, Touch } from "../../kernel/index.ts";
import type { Governance } from "./governance.ts";

/** Looks at everything a call is about to touch: where paths lead, what commands do, what is thought of URLs. */
export function examine(
  touches: readonly Touch[],
  { cwd, net }: { readonly cwd: string; readonly net: Pick<ToolContext["net"], "judge"> },
  { shellDesk }: Pick<Governance, "shellDesk">,
): Promise<readonly ExaminedTouch[]> {
  const judgeCommand: JudgeCommand = async (command, at) => (await shellDesk()).judge(command, at);
  return examineTouches(touches, { cwd, realPath, judgeCommand, judgeUrl: (url) => net.judge(url) });
}

/** What is judged: a tool, and whether nothing of what it does is kept. */
export interface JudgedCall {
  readonly tool: ToolRecord;
  readonly dryRun?: boolean | undefined;
}

/** What calls are judged by; where nobody tells how remote tools stand, they take the most trust. */
type Judges = Pick<Governance, "trust" | "ground" | "shellDesk"> & Partial<Pick<Governance, "standingOf">>;

/** What policy and trust together think of a call. */
export async function judgeCall(
  { tool, dryRun }: JudgedCall,
  touches: readonly ExaminedTouch[],
  { trust, ground, shellDesk, standingOf }: Judges,
): Promise<Decision> {
  const runsCommand = touches.some(({ kind }) => kind === "command");
  const containment = runsCommand ? await (await shellDesk()).containment() : "missing";
  const files = { ground, isProtected: protectedOnDisk };
  const seen = asJudged({ dryRun }, touches);
  return strictest([
    judgeFiles(trust, seen, files),
    judgeUrls(trust, seen),
    dryRun === true
      ? onlyRefusal(judgeFiles("L3", touches, files))
      : judgeTrust({ current: trust, tool, touches, safePaths: ground.safePaths, containment, standingOf }),
  ]);
}

/** A rehearsal of what never happens would only raise hopes. */
function onlyRefusal(decision: Decision): Decision {
  return decision.verdict === "deny" ? decision : ALLOW;
}

/** What a call is judged by, and what a person says yes to: what a rehearsal would change it only looks at. */
export function asJudged(
  { dryRun }: Pick<JudgedCall, "dryRun">,
  touches: readonly ExaminedTouch[],
): readonly ExaminedTouch[] {
  return dryRun === true ? touches.map(asLook) : touches;
}

function asLook(touch: ExaminedTouch): ExaminedTouch {
  return touch.kind === "path" && touch.op !== "list" ? { ...touch, op: "read" } : touch;
}
