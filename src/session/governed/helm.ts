import type { Caller, ToolCall, ToolContext, ToolOutcome } from "../../kernel/index.ts";
import type { FoundCall } from "../find-call.ts";
import type { CarriedProof } from "./carried-proofs.ts";
import type { Governance } from "./governance.ts";
import type { Widen } from "./reach-of.ts";

/** One call on its way. */
export interface GovernedCall {
  /** As it was asked for. */
  readonly request: ToolCall;
  /** The trace of the call that makes this one. */
  readonly parent?: string | undefined;
  /** The approval the caller names. */
  readonly approval?: string | undefined;
  /** Set when nothing of it is kept, so that it counts as looking. */
  readonly dryRun?: boolean | undefined;
  /** Whether the caller wants proofs of what it sees, to carry them to later calls. */
  readonly proofs?: boolean | undefined;
}

/** What came of a governed call: its trace, and what a person would have to approve. */
export interface GovernedOutcome extends ToolOutcome {
  readonly trace: string;
  readonly approval?: { readonly id: string; readonly expires: string; readonly preview: string };
  /** Of what the call saw, where its caller wants them. */
  readonly proofs?: readonly CarriedProof[];
}

/** The session's part in a call: what is on offer, what stands around a call, and what runs it. */
export interface Helm extends Governance {
  /** What does not exist or is out of scope is a fault. */
  readonly find: (request: ToolCall) => Promise<FoundCall>;
  /** Lets the addons of the session stand around a call. */
  readonly intercept: (
    call: FoundCall,
    next: (input: unknown) => Promise<ToolOutcome>,
  ) => Promise<ToolOutcome>;
  /** How a tool calls others, told under which trace. */
  readonly callerOf: (trace: string) => Caller;
  readonly widen: Widen;
  readonly run: (call: FoundCall, ctx: ToolContext) => Promise<ToolOutcome>;
}

/** A call whose capability is known, with what it belongs to. */
export interface Known extends FoundCall, Omit<GovernedCall, "request"> {
  /** The proof that came with its arguments. */
  readonly proof?: string | undefined;
}
