import {
  type ApprovalOutcome,
  approve,
  bindingOf,
  type Decision,
  type ExaminedTouch,
  previewOf,
  type RuledCall,
  ruleFor,
} from "../../control/index.ts";
import type { ToolContext } from "../../kernel/index.ts";
import type { FoundCall } from "../find-call.ts";
import { refuse } from "../refuse.ts";
import type { Governance } from "./governance.ts";
import { NeedsApproval } from "./needs-approval.ts";

/** A call that is judged, and the approval its caller names. */
type AskedCall = FoundCall & { readonly approval?: string | undefined };

type Ask = Extract<Decision, { readonly verdict: "ask" }>;

/** What the audit should say of a call that may run; a person's no, or nobody to ask, ends it. */
export async function settleVerdict(
  verdict: Decision,
  call: AskedCall,
  touches: readonly ExaminedTouch[],
  ctx: ToolContext,
  governance: Governance,
): Promise<string | undefined> {
  refuse(verdict);
  if (verdict.verdict === "allow") return verdict.mark;
  const ruled = ruledCallOf(call, touches, ctx, governance);
  const rule = verdict.everyTime === true ? undefined : governance.rules.covering(ruled);
  if (rule !== undefined) return joined(verdict.mark, `by rule: ${rule}`);
  const outcome = await askPerson(verdict, call, ruled, ctx, governance);
  if (outcome.verdict === "needs_approval") throw new NeedsApproval(outcome);
  refuse(outcome);
  return joined(verdict.mark, outcome.mark, await keepRule(outcome, governance));
}

function ruledCallOf(
  { tool }: AskedCall,
  touches: readonly ExaminedTouch[],
  { cwd }: ToolContext,
  { definitionOf, ground }: Governance,
): RuledCall {
  return { tool: tool.name, definition: definitionOf(tool), cwd, roots: ground.roots, touches };
}

function askPerson(
  { reason, everyTime }: Ask,
  { tool, request, approval }: AskedCall,
  ruled: RuledCall,
  ctx: ToolContext,
  { session, approvals, approver, policy, redactor, standingOf }: Governance,
): Promise<ApprovalOutcome> {
  const { cwd, cancel, clock } = ctx;
  const { definition, touches } = ruled;
  const rule = everyTime === true ? undefined : ruleFor(ruled);
  const { input } = request;
  return approve({
    approvals,
    approver,
    binding: bindingOf({ session, tool: tool.name, definition, input, cwd, touches, policy }),
    reason,
    preview: async () => {
      const { diffOfCall } = await import("./diff-of-call.ts");
      const suspicions = standingOf(tool.name)?.suspicions?.();
      return previewOf({ tool, input, cwd, rule, suspicions, diff: await diffOfCall(tool, request, ctx) });
    },
    redact: (text) => redactor.text(text),
    rule,
    everyTime,
    id: approval,
    cancel,
    clock,
  });
}

/** A rule is kept where the person can read it; when that fails the yes still counts. */
async function keepRule(
  { approval }: Extract<ApprovalOutcome, { readonly verdict: "allow" }>,
  { rules }: Governance,
): Promise<string | undefined> {
  const { width, rule } = approval;
  return width === "rule" && rule !== undefined ? rules.add(rule) : undefined;
}

function joined(...marks: readonly (string | undefined)[]): string | undefined {
  const said = marks.filter((mark) => mark !== undefined && mark !== "");
  return said.length === 0 ? undefined : said.join("; ");
}
