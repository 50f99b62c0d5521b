import { type Clock, systemTimer, type Timer } from "../../kernel/index.ts";
import type { Approval, ApprovalBinding, ApprovalRule } from "./approval.ts";
import type { Decision } from "../decision.ts";
import type { Approvals, Spent } from "./approvals.ts";
import type { Approver, ApproverAnswer } from "./approver.ts";

/** A call that a person has to say yes to. */
export interface ApprovalRequest {
  readonly approvals: Approvals;
  readonly approver: Approver;
  readonly binding: ApprovalBinding;
  /** Why a person is asked. */
  readonly reason: string;
  /** Made only when somebody is to see it. */
  readonly preview: () => string | Promise<string>;
  readonly rule?: ApprovalRule | undefined;
  /** Whether a yes is good for this one call only. */
  readonly everyTime?: true | undefined;
  /** The approval the caller names. */
  readonly id?: string | undefined;
  readonly cancel: AbortSignal;
  readonly clock: Clock;
  readonly timer?: Timer;
  /** Takes secrets out of what is stored; whoever is asked now sees the call as it is. */
  readonly redact?: (text: string) => string;
}

/** The way a question ends: a person's yes, a no, or nobody to ask, with the approval that waits. */
export type ApprovalOutcome =
  | { readonly verdict: "allow"; readonly mark: string; readonly approval: Approval }
  | Extract<Decision, { readonly verdict: "deny" }>
  | {
      readonly verdict: "needs_approval";
      readonly approval: Approval;
      readonly reason: string;
      readonly hint: string;
    };

/** Finds a yes to exactly this call, or asks for one; it never waits longer than the question does. */
export async function approve(request: ApprovalRequest): Promise<ApprovalOutcome> {
  const { approvals, binding, id, reason, preview, cancel } = request;
  cancel.throwIfAborted();
  const found = await approvals.spend(binding, id);
  if (found.kind === "spent") return approved(found.approval);
  if (found.kind === "refused") return refused(found);
  const { redact = (text) => text } = request;
  const shown = { reason, preview: await preview() };
  const stored = { reason: redact(shown.reason), preview: redact(shown.preview) };
  const question = await approvals.request({ binding, ...stored, ...reach(request) });
  const answer = await ask({ ...question, ...shown }, request);
  return answer === "unavailable" ? unanswered(question, request) : settle(question, answer, request);
}

/** How far a yes may go; a rule that would have to hold a secret is not offered. */
function reach({ rule, everyTime, redact }: ApprovalRequest): Pick<Approval, "rule" | "everyTime"> {
  if (everyTime === true) return { everyTime };
  const text = JSON.stringify(rule);
  return rule === undefined || (redact !== undefined && redact(text) !== text) ? {} : { rule };
}

function approved(approval: Approval): ApprovalOutcome {
  const mark = `approved by ${approval.answeredBy ?? "a person"} (${approval.id})`;
  return { verdict: "allow", mark, approval };
}

function refused({ reason, approval }: Extract<Spent, { readonly kind: "refused" }>): ApprovalOutcome {
  const named = approval === undefined ? "The approval" : `The approval ${approval.id}`;
  return {
    verdict: "deny",
    code: "denied_trust",
    reason: `${named} does not allow this call: ${reason}.`,
    hint:
      approval?.state === "denied"
        ? "Ask the person what they would rather have, and do that."
        : "Repeat the call without naming an approval to ask a person again.",
  };
}

/** An approver that fails is gone, which others who may answer need not be; a caller that is gone wants no answer. */
async function ask(question: Approval, request: ApprovalRequest): Promise<ApproverAnswer> {
  const { approvals, approver, cancel, clock, timer = systemTimer } = request;
  const limit = new AbortController();
  const stop = timer.after(question.expiresAt - clock.now(), () => limit.abort());
  const either = AbortSignal.any([cancel, limit.signal]);
  const over = untilAborted(either);
  try {
    const answer: unknown = await Promise.race([approver.ask(question, either), over]);
    return ANSWERS.find((known) => known === answer) ?? "unavailable";
  } catch {
    if (!cancel.aborted) return "unavailable";
    await approvals.withdraw(question.id);
    throw cancel.reason;
  } finally {
    stop();
  }
}

/** Whoever says anything else has not said yes. */
const ANSWERS: readonly ApproverAnswer[] = ["once", "session", "rule", "deny"];

function untilAborted(signal: AbortSignal): Promise<never> {
  const over = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
    if (signal.aborted) reject(signal.reason as Error);
  });
  // It may end after nobody waits for it any more.
  over.catch(() => undefined);
  return over;
}

/** Whoever answered first has decided, so the approval is looked at again. */
async function settle(
  { id }: Approval,
  answer: Exclude<ApproverAnswer, "unavailable">,
  { approvals, approver: { by }, binding }: ApprovalRequest,
): Promise<ApprovalOutcome> {
  await approvals.answer(id, answer === "deny" ? { yes: false, by } : { yes: true, width: answer, by });
  const spent = await approvals.spend(binding, id);
  if (spent.kind === "spent") return approved(spent.approval);
  return refused(spent.kind === "refused" ? spent : { kind: "refused", reason: "nobody has answered it" });
}

/** A no that was given while the caller was not there is told now, instead of putting the question again. */
async function unanswered(
  question: Approval,
  { approvals, binding, clock }: ApprovalRequest,
): Promise<ApprovalOutcome> {
  const denial = await approvals.denial(binding);
  if (denial === undefined) return needsApproval(question, clock.now());
  await approvals.withdraw(question.id);
  return refused({ kind: "refused", reason: "a person said no", approval: denial });
}

function needsApproval(approval: Approval, now: number): ApprovalOutcome {
  const { id, expiresAt, reason } = approval;
  const until = new Date(expiresAt).toISOString();
  return {
    verdict: "needs_approval",
    approval,
    reason: `This call needs a person's approval: ${reason}`,
    hint:
      now < expiresAt
        ? `Once a person has approved ${id} (deckhand approvals approve ${id}, until ${until}), repeat the identical call.`
        : "Nobody answered in time. Repeat the call to ask again.",
  };
}
