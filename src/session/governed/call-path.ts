import {
  type ApprovalOutcome,
  approve,
  bindingOf,
  callKey,
  type CallRecord,
  createUndoFs,
  type Decision,
  type ExaminedTouch,
  examineTouches,
  judgeFiles,
  judgeProof,
  judgeTrust,
  judgeUrls,
  previewOf,
  ruleFor,
  strictest,
} from "../../control/index.ts";
import {
  type Caller,
  type DefinedTool,
  Fault,
  faultInfoOf,
  isCancellation,
  isMutating,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  type Touch,
} from "../../kernel/index.ts";
import { refuse, refuseByMode } from "../refuse.ts";
import { failed } from "../rehearse.ts";
import type { Governance } from "./governance.ts";
import { NeedsApproval } from "./needs-approval.ts";
import { realPath } from "./real-path.ts";

/** One call on its way, with the tool it was resolved to. */
export interface GovernedCall {
  readonly request: ToolCall;
  readonly tool: DefinedTool;
  readonly via?: string | undefined;
  /** The trace of the call that makes this one. */
  readonly parent?: string | undefined;
  /** The approval the caller names. */
  readonly approval?: string | undefined;
  /** How the tool calls others, told under which trace. */
  readonly callerOf: (trace: string) => Caller;
}

/** What came of a governed call: its trace, and what a person would have to approve. */
export interface GovernedOutcome extends ToolOutcome {
  readonly trace: string;
  readonly approval?: { readonly id: string; readonly expires: string; readonly preview: string };
}

/** Runs a call that was let through. */
export type RunCall = (input: unknown, ctx: ToolContext) => Promise<ToolOutcome>;

/**
 * The path every governed call takes once it is resolved and in scope. Whatever happens, it leaves one trace, one closing
 * audit record and one terminal event; what has an effect is noted durably before it begins.
 */
export async function callPath(
  call: GovernedCall,
  ctx: ToolContext,
  governance: Governance,
  run: RunCall,
): Promise<GovernedOutcome> {
  const record = begin(call, governance);
  try {
    await refuseByMode(ctx.state, call.tool);
    await refuseBadInput(call);
    const touches = await call.tool.touches(call.request.input);
    const examined = await examine(touches, ctx, governance);
    const verdict = judge(call, examined, governance);
    const mark = await settleVerdict(verdict, call, examined, ctx, governance);
    await refuseWithoutProof(call, touches, ctx, governance);
    await intend(call, record, mark);
    const outcome = await execute(call, record, ctx, governance, run);
    return await finish(outcome, record, mark, governance);
  } catch (error) {
    return close(error, call, record, ctx);
  }
}

function begin({ request, tool, via, parent }: GovernedCall, governance: Governance): CallRecord {
  const { recorder, session, trust, definitionOf } = governance;
  const { name, path } = tool;
  return recorder.begin({
    session,
    tool: name,
    path,
    definition: definitionOf(tool),
    trust,
    input: request.input,
    via,
    parent,
  });
}

async function refuseBadInput({ tool, request }: GovernedCall): Promise<void> {
  const fault = await tool.inputFault(request.input);
  if (fault !== undefined) throw fault;
}

function examine(
  touches: readonly Touch[],
  { cwd, net }: ToolContext,
  { judgeCommand }: Governance,
): Promise<readonly ExaminedTouch[]> {
  return examineTouches(touches, { cwd, realPath, judgeCommand, judgeUrl: (url) => net.judge(url) });
}

function judge(
  { tool }: GovernedCall,
  touches: readonly ExaminedTouch[],
  { trust, ground }: Governance,
): Decision {
  return strictest([
    judgeFiles(trust, touches, { ground }),
    judgeUrls(trust, touches),
    judgeTrust({ current: trust, tool, touches, safePaths: ground.safePaths, hasSandbox: false }),
  ]);
}

/** What the audit should say of a call that may run; a person's no, or nobody to ask, ends it. */
async function settleVerdict(
  verdict: Decision,
  call: GovernedCall,
  touches: readonly ExaminedTouch[],
  ctx: ToolContext,
  governance: Governance,
): Promise<string | undefined> {
  refuse(verdict);
  if (verdict.verdict !== "ask") return verdict.verdict === "allow" ? verdict.mark : undefined;
  const outcome = await askPerson(verdict.reason, call, touches, ctx, governance);
  if (outcome.verdict === "needs_approval") throw new NeedsApproval(outcome);
  refuse(outcome);
  return outcome.verdict === "allow" ? [verdict.mark, outcome.mark].filter(Boolean).join("; ") : undefined;
}

function askPerson(
  reason: string,
  { tool, request, approval }: GovernedCall,
  touches: readonly ExaminedTouch[],
  { cwd, cancel, clock }: ToolContext,
  { session, approvals, approver, definitionOf, ground, trust }: Governance,
): Promise<ApprovalOutcome> {
  const definition = definitionOf(tool);
  const { roots } = ground;
  const rule = ruleFor({ tool: tool.name, definition, cwd, roots, touches });
  const { input } = request;
  return approve({
    approvals,
    approver,
    binding: bindingOf({ session, tool: tool.name, definition, input, cwd, policy: `trust:${trust}` }),
    reason,
    preview: () => previewOf({ tool, input, cwd, rule }),
    rule,
    id: approval,
    cancel,
    clock,
  });
}

/** What earlier processes of the session have seen counts as well. */
async function refuseWithoutProof(
  { tool }: GovernedCall,
  touches: readonly Touch[],
  { cwd, fs, state, clock }: ToolContext,
  { store, session }: Governance,
): Promise<void> {
  const evidenceOf = async (path: string) => {
    const seen = state.seen.of(path);
    if (seen.length > 0) return seen;
    for (const earlier of (await store.evidence(session, path)).toReversed()) state.seen.record(earlier);
    return state.seen.of(path);
  };
  refuse(await judgeProof({ tool: tool.name, touches, cwd, fs, evidenceOf, clock, inTurn: state.inTurn }));
}

/** No record, no action. */
async function intend({ tool }: GovernedCall, record: CallRecord, mark: string | undefined): Promise<void> {
  if (isMutating(tool.effects)) await record.intend(mark);
}

const READ_LIMIT_MS = 5 * 60_000;
const EFFECT_LIMIT_MS = 60 * 60_000;

async function execute(
  { tool, request, parent, callerOf }: GovernedCall,
  record: CallRecord,
  ctx: ToolContext,
  { executor, loopGuard, store, session, clock }: Governance,
  run: RunCall,
): Promise<ToolOutcome> {
  const key = callKey(request.input, tool.name) ?? record.id;
  const objection = loopGuard.objection({ tool: tool.name, key });
  if (objection !== undefined) throw new Fault(objection.code, objection.message, { hint: objection.hint });
  const isRead = !isMutating(tool.effects);
  const fs = isRead
    ? ctx.fs
    : createUndoFs(ctx.fs, (kept) => store.addUndo([kept]), { trace: record.id, session, clock });
  const outcome = await executor.execute(
    (cancel) => run(request.input, { ...ctx, fs, cancel, caller: callerOf(record.id) }),
    {
      callId: request.id,
      tool: tool.name,
      key,
      isRead,
      timeoutMs: isRead ? READ_LIMIT_MS : EFFECT_LIMIT_MS,
      isNested: parent !== undefined,
    },
    ctx.cancel,
  );
  loopGuard.record({ tool: tool.name, key }, outcome);
  return outcome;
}

async function finish(
  outcome: ToolOutcome,
  record: CallRecord,
  note: string | undefined,
  { store, session }: Governance,
): Promise<GovernedOutcome> {
  const { evidence = [], changes } = outcome.result;
  if (evidence.length > 0) await store.addEvidence(session, evidence);
  const error = outcome.isError
    ? (outcome.error ?? { code: "tool_error" as const, message: "It failed." })
    : undefined;
  await record.finish({ output: outcome.output, error, changes, note });
  return { ...outcome, trace: record.id };
}

/** Ends the record of a call that did not come to its end; cancellation is recorded and thrown on. */
async function close(
  error: unknown,
  { request }: GovernedCall,
  record: CallRecord,
  ctx: ToolContext,
): Promise<GovernedOutcome> {
  const info = faultInfoOf(error);
  if (isCancellation(error, ctx.cancel)) {
    await record.finish({ error: { code: "cancelled", message: info.message } });
    throw error;
  }
  const isDenial = info.code.startsWith("denied") || info.code === "needs_approval";
  await (isDenial ? record.denied(info) : record.finish({ error: info }));
  const outcome = { ...failed(request, error), trace: record.id };
  if (!(error instanceof NeedsApproval)) return outcome;
  const { id, expiresAt, preview } = error.approval;
  return { ...outcome, approval: { id, expires: new Date(expiresAt).toISOString(), preview } };
}
