import type { Approval, ControlStore } from "../../control/index.ts";
import { Fault } from "../../kernel/index.ts";
import { type Kept, keep, valueOf } from "./kept.ts";

/** The questions to people. */
export interface MemoryApprovals extends Pick<
  ControlStore,
  "addApproval" | "approval" | "approvals" | "updateApproval"
> {
  /** Forgets those that ended before a time; says how many. */
  readonly forgetEnded: (before: number) => number;
}

/** Keeps approvals by their ids. */
export function memoryApprovals(): MemoryApprovals {
  const approvals = new Map<string, Kept<Approval>>();
  const find = (id: string): Approval | undefined => {
    const kept = approvals.get(id);
    return kept && valueOf(kept);
  };
  return {
    addApproval: async (approval) => {
      if (approvals.has(approval.id)) {
        throw new Fault("invalid_input", `An approval with the id ${approval.id} is kept already.`);
      }
      approvals.set(approval.id, keep(approval));
    },
    approval: async (id) => find(id),
    approvals: async (state) =>
      [...approvals.values()].map(valueOf).filter((each) => state === undefined || each.state === state),
    updateApproval: async (next, from) => {
      const kept = keep(next);
      if (find(next.id)?.state !== from) return false;
      approvals.set(next.id, kept);
      return true;
    },
    forgetEnded: (before) => {
      const had = approvals.size;
      for (const [id, kept] of approvals) if (valueOf(kept).expiresAt < before) approvals.delete(id);
      return had - approvals.size;
    },
  };
}
