import {
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
  strictest,
} from "../../control/index.ts";
import {
  type Caller,
  Fault,
  faultInfoOf,
  isCancellation,
  isMutating,
  type ToolCall,
  type ToolContext,
  type ToolOutcome,
  type Touch,
} from "../../kernel/index.ts";
import { protectedOnDisk } from "../../backends/index.ts";
import type { FoundCall } from "../find-call.ts";
import { refuse, refuseByMode } from "../refuse.ts";
import { failed } from "../rehearse.ts";
import { type CarriedProof, honourProof, proofsOf, takeProof } from "./carried-proofs.ts";
import type { Governance } from "./governance.ts";
import { NeedsApproval } from "./needs-approval.ts";
import { reachOf, type Widen } from "./reach-of.ts";
import { realPath } from "./real-path.ts";
import { settleVerdict } from "./settle-verdict.ts";

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
interface Known extends FoundCall, Omit<GovernedCall, "request"> {
  /** The proof that came with its arguments. */
  readonly proof?: string | undefined;
}

/** The one way a capability is ever called: it is found, within the session's scope, and then takes the path. */
export async function dispatch(made: GovernedCall, ctx: ToolContext, helm: Helm): Promise<ToolOutcome> {
  const found = await helm.find(made.request).catch((error: unknown) => faultInfoOf(error));
  if ("code" in found) return turnAway(made, found, helm);
  return helm.intercept(found, (input) => {
    const request = { ...found.request, input };
    return callPath({ ...made, ...found, ...takeProof(request, found.tool) }, ctx, helm);
  });
}

/**
 * The path of a call that was found. Whatever happens, it leaves one trace, one closing audit record and one terminal
 * event; what has an effect is noted durably before it begins.
 */
async function callPath(call: Known, ctx: ToolContext, helm: Helm): Promise<GovernedOutcome> {
  const record = begin(call, helm);
  try {
    await refuseInMode(call, ctx);
    await refuseBadInput(call);
    const touches = await call.tool.touches(call.request.input);
    refusePointless(touches, ctx);
    const examined = await examine(touches, ctx, helm);
    record.step("examined");
    const verdict = judge(call, examined, helm);
    const reach = await reachOf(ctx, examined, helm.ground, helm.widen);
    const mark = await settleVerdict(verdict, call, examined, reach, helm);
    record.step("allowed");
    await refuseWithoutProof(call, touches, reach, helm);
    await intend(call, record, mark);
    record.step("intended");
    const outcome = await execute(call, record, reach, helm);
    record.step("executed");
    return await finish(outcome, call, record, mark, helm);
  } catch (error) {
    return close(error, call, record, ctx);
  }
}

/** Somebody asked for what is not there: that is remembered too. */
async function turnAway(
  { request, parent }: GovernedCall,
  fault: ReturnType<typeof faultInfoOf>,
  { recorder, session, trust }: Helm,
): Promise<GovernedOutcome> {
  const { id, name: tool, input } = request;
  const record = recorder.begin({ session, tool, path: "", definition: "", trust, input, parent });
  await (isDenial(fault.code) ? record.denied(fault) : record.finish({ error: fault }));
  return { ...failed({ id }, new Fault(fault.code, fault.message, { hint: fault.hint })), trace: record.id };
}

function begin({ request, tool, via, parent }: Known, helm: Helm): CallRecord {
  const { recorder, session, trust, definitionOf } = helm;
  const { name, path } = tool;
  const definition = definitionOf(tool);
  return recorder.begin({ session, tool: name, path, definition, trust, input: request.input, via, parent });
}

/** What only rehearses is planning. */
async function refuseInMode({ tool, dryRun }: Known, { state }: ToolContext): Promise<void> {
  if (dryRun !== true) await refuseByMode(state, tool);
}

async function refuseBadInput({ tool, request }: Known): Promise<void> {
  const fault = await tool.inputFault(request.input);
  if (fault !== undefined) throw fault;
}

/** Nobody is asked about a job that could not be started anyway. */
function refusePointless(touches: readonly Touch[], { state }: ToolContext): void {
  const { refusal } = state.jobs;
  if (refusal !== undefined && touches.some(({ op }) => op === "start")) throw refusal;
}

function examine(
  touches: readonly Touch[],
  { cwd, net }: ToolContext,
  { judgeCommand }: Governance,
): Promise<readonly ExaminedTouch[]> {
  return examineTouches(touches, { cwd, realPath, judgeCommand, judgeUrl: (url) => net.judge(url) });
}

function judge(call: Known, touches: readonly ExaminedTouch[], helm: Governance): Decision {
  const { trust, ground, containment } = helm;
  const { tool, dryRun } = call;
  const seen = dryRun === true ? touches.map(asLook) : touches;
  return strictest([
    judgeFiles(trust, seen, { ground, isProtected: protectedOnDisk }),
    judgeUrls(trust, seen),
    ...(dryRun === true
      ? []
      : [judgeTrust({ current: trust, tool, touches, safePaths: ground.safePaths, containment })]),
  ]);
}

/** What a rehearsal would change it only looks at. */
function asLook(touch: ExaminedTouch): ExaminedTouch {
  return touch.kind === "path" && touch.op !== "list" ? { ...touch, op: "read" } : touch;
}

/** What earlier processes of the session have seen counts as well. */
async function refuseWithoutProof(
  { tool, dryRun, proof }: Known,
  touches: readonly Touch[],
  { cwd, fs, state, clock }: ToolContext,
  { store, session, proofSeal }: Governance,
): Promise<void> {
  if (dryRun === true) return;
  honourProof(proof, proofSeal, state);
  const evidenceOf = async (path: string) => {
    const seen = state.seen.of(path);
    if (seen.length > 0) return seen;
    for (const earlier of (await store.evidence(session, path)).toReversed()) state.seen.record(earlier);
    return state.seen.of(path);
  };
  refuse(await judgeProof({ tool: tool.name, touches, cwd, fs, evidenceOf, clock, inTurn: state.inTurn }));
}

/** No record, no action. */
async function intend(call: Known, record: CallRecord, mark: string | undefined): Promise<void> {
  if (hasEffect(call)) await record.intend(mark);
}

function hasEffect({ tool, dryRun }: Known): boolean {
  return isMutating(tool.effects) && dryRun !== true;
}

const READ_LIMIT_MS = 5 * 60_000;
const EFFECT_LIMIT_MS = 60 * 60_000;

async function execute(call: Known, record: CallRecord, ctx: ToolContext, helm: Helm): Promise<ToolOutcome> {
  const { tool, request, parent } = call;
  const { executor, loopGuard, store, session, clock, spans, trust } = helm;
  const { name, path, description } = tool;
  const key = callKey(request.input, name) ?? record.id;
  const objection = loopGuard.objection({ tool: name, key });
  if (objection !== undefined) throw new Fault(objection.code, objection.message, { hint: objection.hint });
  const isRead = !hasEffect(call);
  const keep = createUndoFs(ctx.fs, (kept) => store.addUndo([kept]), { trace: record.id, session, clock });
  const inner = { ...ctx, fs: isRead ? ctx.fs : keep, caller: helm.callerOf(record.id) };
  const timeoutMs = isRead ? READ_LIMIT_MS : EFFECT_LIMIT_MS;
  const facts = { callId: request.id, tool: name, key, isRead, timeoutMs, isNested: parent !== undefined };
  const outcome = await spans.around(
    { id: record.id, session, tool: name, path, description, trust, input: request.input },
    () => executor.execute((cancel) => helm.run(call, { ...inner, cancel }), facts, ctx.cancel),
    ({ output, error }) => ({ output, error }),
  );
  loopGuard.record({ tool: name, key }, outcome);
  return outcome;
}

async function finish(
  outcome: ToolOutcome,
  { proofs: wantsProofs }: Known,
  record: CallRecord,
  note: string | undefined,
  { store, session, proofSeal }: Governance,
): Promise<GovernedOutcome> {
  const { evidence = [], changes } = outcome.result;
  const error = outcome.isError
    ? (outcome.error ?? { code: "tool_error" as const, message: "It failed." })
    : undefined;
  // Together, so that they are one commit.
  const kept = await Promise.allSettled([
    record.finish({ output: outcome.output, error, changes, note }),
    evidence.length > 0 ? store.addEvidence(session, evidence) : undefined,
  ]);
  for (const each of kept) if (each.status === "rejected") throw each.reason;
  const proofs = wantsProofs === true && evidence.length > 0 ? { proofs: proofsOf(evidence, proofSeal) } : {};
  return { ...outcome, trace: record.id, ...proofs };
}

/** Ends the record of a call that did not come to its end; cancellation is recorded and thrown on. */
async function close(
  error: unknown,
  { request }: Known,
  record: CallRecord,
  ctx: ToolContext,
): Promise<GovernedOutcome> {
  const info = faultInfoOf(error);
  if (isCancellation(error, ctx.cancel)) {
    await record.finish({ error: { code: "cancelled", message: info.message } });
    throw error;
  }
  await (isDenial(info.code) ? record.denied(info) : record.finish({ error: info }));
  const outcome = { ...failed(request, error), trace: record.id };
  if (!(error instanceof NeedsApproval)) return outcome;
  const { id, expiresAt, preview } = error.approval;
  return { ...outcome, approval: { id, expires: new Date(expiresAt).toISOString(), preview } };
}

function isDenial(code: string): boolean {
  return code.startsWith("denied") || code === "needs_approval";
}
