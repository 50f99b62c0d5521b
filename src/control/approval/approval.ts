import type { Touch } from "../../kernel/index.ts";

/** What an approval is bound to: a call that differs in any of it needs another. */
export interface ApprovalBinding {
  readonly session: string;
  readonly tool: string;
  readonly definition: string;
  /** Digest of the canonical arguments. */
  readonly input: string;
  readonly cwd: string;
  /** Digest of where its paths really lead and what is done there: a link may be turned after somebody said yes. */
  readonly places: string;
  /** Changes whenever the policy does. */
  readonly policy: string;
}

/** Where an approval stands. */
export type ApprovalState = "waiting" | "approved" | "denied" | "spent" | "expired";

/** How far a person's yes goes: this call once, this exact call for the session, or a rule they saw spelled out. */
export type ApprovalWidth = "once" | "session" | "rule";

/** What one clause of a rule lets a call touch. */
export type RuleClause =
  | { readonly kind: "file" | "folder"; readonly path: string; readonly op: PathOp }
  | {
      readonly kind: "command";
      readonly command: string;
      /** The folder it runs in, where that is not the rule's own. */
      readonly cwd?: string | undefined;
    }
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "host"; readonly host: string; readonly port: number };

/** What may be done to a path. */
export type PathOp = Extract<Touch, { readonly kind: "path" }>["op"];

/** A person's standing yes, small enough to be read: this tool, in this folder, touching only these things. */
export interface ApprovalRule {
  readonly tool: string;
  readonly cwd: string;
  /** The definition it was made for, where no clause bounds what the tool does. */
  readonly definition?: string | undefined;
  /** Every touch of a call must be covered by one of these; empty for tools that touch nothing by name. */
  readonly when: readonly RuleClause[];
}

/** One question to a person about one exact call. */
export interface Approval {
  readonly id: string;
  readonly binding: ApprovalBinding;
  readonly state: ApprovalState;
  readonly width: ApprovalWidth;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** What a person is shown: the exact call, and a diff where there is one; invisible characters made visible. */
  readonly preview: string;
  readonly reason: string;
  /** The rule that a yes of width `rule` stands for; the preview spells it out. */
  readonly rule?: ApprovalRule;
  /** Set when a yes is good for one call only, however wide it was meant. */
  readonly everyTime?: true;
  /** Who answered, once somebody has. */
  readonly answeredBy?: string;
}
