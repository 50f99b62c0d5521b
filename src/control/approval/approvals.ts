import type { Clock } from "../../kernel/index.ts";
import type { Approval, ApprovalBinding, ApprovalWidth } from "./approval.ts";
import type { ControlStore } from "../store.ts";
import { bindingDifference } from "./binding-of.ts";
import { isExpired, refusalOf } from "./refusal-of.ts";

/** The part of the store that remembers approvals. */
export type ApprovalStore = Pick<ControlStore, "addApproval" | "approval" | "approvals" | "updateApproval">;

/** What approvals are made with. */
export interface ApprovalsOptions {
  readonly store: ApprovalStore;
  readonly clock: Clock;
  readonly newId: () => string;
  /** How long a question waits for its answer, and an answer for its call. */
  readonly ttlMs?: number;
  /** How long a yes for the whole session holds. */
  readonly sessionTtlMs?: number;
}

/** A question as it is first put. */
export type ApprovalQuestion = Pick<Approval, "binding" | "preview" | "reason" | "rule" | "everyTime">;

/** What a person decided. */
export interface ApprovalAnswer {
  readonly yes: boolean;
  /** How far a yes goes; once when absent. */
  readonly width?: ApprovalWidth;
  readonly by: string;
}

/** Whether an answer counted; a late one changed nothing, and the approval shows what did. */
export type Answered =
  | { readonly kind: "counted" | "late"; readonly approval: Approval }
  | { readonly kind: "unknown" };

/** Whether a call may run on an approval; `none` when the question is still open, or was never put. */
export type Spent =
  | { readonly kind: "spent"; readonly approval: Approval }
  | { readonly kind: "refused"; readonly reason: string; readonly approval?: Approval }
  | { readonly kind: "none" };

/** The questions of a workspace to its people, and their answers. */
export interface Approvals {
  /** Puts a question; one that already waits for the same call is not put twice. */
  request(question: ApprovalQuestion): Promise<Approval>;
  /** The first answer counts. */
  answer(id: string, answer: ApprovalAnswer): Promise<Answered>;
  /** Uses up a yes to exactly this call, the one that is named or any; of two who try one yes, one succeeds. */
  spend(binding: ApprovalBinding, id?: string): Promise<Spent>;
  /** A no to exactly this call that still holds. */
  denial(binding: ApprovalBinding): Promise<Approval | undefined>;
  /** Takes back a question nobody has answered. */
  withdraw(id: string): Promise<void>;
  /** What waits for an answer, after putting aside what waited too long. */
  waiting(): Promise<readonly Approval[]>;
}

const TTL_MS = 15 * 60_000;
const SESSION_TTL_MS = 12 * 60 * 60_000;

/** Makes the approvals of a workspace over what its store remembers. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { store, clock, newId, ttlMs = TTL_MS, sessionTtlMs = SESSION_TTL_MS } = options;

  return {
    async request(question) {
      const same = (await waiting()).find((other) => isSameQuestion(other, question));
      if (same !== undefined) return same;
      const createdAt = clock.now();
      const approval: Approval = {
        ...question,
        id: newId(),
        state: "waiting",
        width: "once",
        createdAt,
        expiresAt: createdAt + ttlMs,
      };
      await store.addApproval(approval);
      return approval;
    },

    async answer(id, { yes, width: wished = "once", by }) {
      const asked = await fresh(await store.approval(id));
      if (asked === undefined) return { kind: "unknown" };
      if (asked.state !== "waiting") return { kind: "late", approval: asked };
      const width = asked.everyTime === true ? "once" : wished;
      const life = yes && width === "session" ? sessionTtlMs : ttlMs;
      const next: Approval = {
        ...asked,
        state: yes ? "approved" : "denied",
        width: yes ? width : "once",
        answeredBy: by,
        expiresAt: clock.now() + life,
      };
      if (await store.updateApproval(next, "waiting")) return { kind: "counted", approval: next };
      return { kind: "late", approval: (await store.approval(id)) ?? asked };
    },

    async spend(binding, id) {
      if (id !== undefined) return spendOne(await store.approval(id), binding);
      for (const approval of (await store.approvals("approved")).toSorted(sessionWideFirst)) {
        const spent = await spendOne(await fresh(approval), binding);
        if (spent.kind === "spent") return spent;
      }
      return { kind: "none" };
    },

    async denial(binding) {
      const denied = await store.approvals("denied");
      return denied.find((other) => isSameCall(other, binding) && !isExpired(other, clock.now()));
    },

    async withdraw(id) {
      const approval = await store.approval(id);
      if (approval !== undefined) await store.updateApproval({ ...approval, state: "expired" }, "waiting");
    },

    waiting,
  };

  async function waiting(): Promise<readonly Approval[]> {
    const all = await Promise.all((await store.approvals("waiting")).map((approval) => fresh(approval)));
    return all.filter((approval): approval is Approval => approval?.state === "waiting");
  }

  /** The same approval, marked as expired in the store when it is. */
  async function fresh(approval: Approval | undefined): Promise<Approval | undefined> {
    if (approval === undefined || !isExpired(approval, clock.now())) return approval;
    const { id, state } = approval;
    if (state !== "waiting" && state !== "approved") return approval;
    const expired: Approval = { ...approval, state: "expired" };
    return (await store.updateApproval(expired, state)) ? expired : store.approval(id);
  }

  async function spendOne(approval: Approval | undefined, binding: ApprovalBinding): Promise<Spent> {
    if (approval === undefined) return { kind: "refused", reason: "there is no such approval" };
    const reason = refusalOf(approval, binding, clock.now());
    if (reason !== undefined) return { kind: "refused", reason, approval };
    if (approval.state === "waiting") return { kind: "none" };
    if (approval.width === "session") return { kind: "spent", approval };
    const spent: Approval = { ...approval, state: "spent" };
    return (await store.updateApproval(spent, "approved"))
      ? { kind: "spent", approval: spent }
      : { kind: "refused", reason: "it has already been used", approval: spent };
  }
}

function isSameQuestion(other: Approval, { binding, preview, reason }: ApprovalQuestion): boolean {
  return isSameCall(other, binding) && other.preview === preview && other.reason === reason;
}

function isSameCall({ binding }: Approval, call: ApprovalBinding): boolean {
  return bindingDifference(binding, call) === undefined;
}

/** What can be used again is used before what cannot. */
function sessionWideFirst(a: Approval, b: Approval): number {
  return Number(b.width === "session") - Number(a.width === "session");
}
