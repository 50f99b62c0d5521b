import type { Approval, ApprovalOutcome } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";

type Unanswered = Extract<ApprovalOutcome, { readonly verdict: "needs_approval" }>;

/** A call that waits for a person, with the approval that would let it through. */
export class NeedsApproval extends Fault {
  override readonly name: string = "NeedsApproval";
  readonly approval: Approval;

  constructor({ approval, reason, hint }: Unanswered) {
    super("needs_approval", reason, { hint });
    this.approval = approval;
  }
}
