import { type CallRecord, judgeProof } from "../../control/index.ts";
import {
  Fault,
  faultInfoOf,
  isCancellation,
  type ToolContext,
  type ToolOutcome,
  type Touch,
} from "../../kernel/index.ts";
import { refuse, refuseByMode } from "../refuse.ts";
import { failed } from "../rehearse.ts";
import { honourProof, proofsOf, takeProof } from "./carried-proofs.ts";
import { execute, hasEffect } from "./execute-call.ts";
import type { Governance } from "./governance.ts";
import type { GovernedCall, GovernedOutcome, Helm, Known } from "./helm.ts";
import { asJudged, examine, judgeCall } from "./judge-call.ts";
import { lookAfter } from "./look-after.ts";
import { NeedsApproval } from "./needs-approval.ts";
import { reachOf } from "./reach-of.ts";
import { settleVerdict } from "./settle-verdict.ts";

/** The one way a capability is ever called: it is found, within the session's scope, and then takes the path. */
export async function dispatch(made: GovernedCall, ctx: ToolContext, helm: Helm): Promise<ToolOutcome> {
  const found = await helm.find(made.request).catch((error: unknown) => faultInfoOf(error));
  // What was cancelled meanwhile is told as that, whether it could be recorded or not.
  if ("code" in found) return turnAway(made, found, helm).finally(() => ctx.cancel.throwIfAborted());
  const known = { ...made, ...found };
  const path = { isTaken: false };
  try {
    const outcome = await helm.intercept(found, (input) => {
      path.isTaken = true;
      const request = { ...found.request, input };
      return callPath({ ...known, ...takeProof(request, found.tool) }, ctx, helm);
    });
    return path.isTaken ? outcome : await answeredBefore(known, outcome, helm);
  } catch (thrown) {
    if (path.isTaken) throw thrown;
    return close(thrown, known, begin(known, helm), ctx);
  }
}

/** What an addon answers in place of a tool is remembered like what a tool does. */
function answeredBefore(call: Known, outcome: ToolOutcome, helm: Helm): Promise<GovernedOutcome> {
  return finish(outcome, call, begin(call, helm), "answered by an addon", helm);
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
    const verdict = await judgeCall(call, examined, helm);
    const reach = await reachOf(ctx, examined, helm);
    const mark = await settleVerdict(verdict, call, asJudged(call, examined), reach, helm);
    record.step("allowed");
    await refuseWithoutProof(call, touches, reach, helm);
    ctx.cancel.throwIfAborted();
    await intend(call, record, mark);
    record.step("intended");
    const outcome = await lookAfter(await execute(call, record, reach, helm), examined, reach, helm);
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
  if (!touches.some(({ op }) => op === "start")) return;
  const { refusal } = state.jobs;
  if (refusal !== undefined) throw refusal;
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

async function finish(
  outcome: ToolOutcome,
  { dryRun, proofs: wantsProofs }: Known,
  record: CallRecord,
  mark: string | undefined,
  { store, session, proofSeal }: Governance,
): Promise<GovernedOutcome> {
  const { evidence, changes, note } = dryRun === true ? REHEARSED : { note: mark, ...factsOf(outcome) };
  const { alternatives } = outcome.result;
  const error = outcome.isError
    ? (outcome.error ?? { code: "tool_error" as const, message: "It failed." })
    : undefined;
  // Together, so that they are one commit.
  const kept = await Promise.allSettled([
    record.finish({ output: outcome.output, error, changes, alternatives, note }),
    evidence.length > 0 ? store.addEvidence(session, evidence) : undefined,
  ]);
  for (const each of kept) if (each.status === "rejected") throw each.reason;
  const proofs = wantsProofs === true && evidence.length > 0 ? { proofs: proofsOf(evidence, proofSeal) } : {};
  return { ...outcome, trace: record.id, ...proofs };
}

/** Nothing has changed, and what a rehearsal saw of its own drafts proves nothing. */
const REHEARSED = { evidence: [], changes: undefined, note: "dry run" };

function factsOf({ result: { evidence = [], changes } }: ToolOutcome) {
  return { evidence, changes };
}

/** Ends the record of a call that did not come to its end; cancellation is recorded and thrown on. */
async function close(
  thrown: unknown,
  { request }: Known,
  record: CallRecord,
  ctx: ToolContext,
): Promise<GovernedOutcome> {
  const info = faultInfoOf(thrown);
  // Somebody else's code may give up by itself, which is a failure like any other.
  if (ctx.cancel.aborted && isCancellation(thrown, ctx.cancel)) {
    await record.finish({ error: { code: "cancelled", message: info.message } }).catch(() => undefined);
    throw thrown;
  }
  // Where not even this can be recorded, what kept the call from running is still what its caller has to know.
  await (isDenial(info.code) ? record.denied(info) : record.finish({ error: info })).catch(() => undefined);
  const outcome = { ...failed(request, thrown), trace: record.id };
  if (!(thrown instanceof NeedsApproval)) return outcome;
  const { id, expiresAt, preview } = thrown.approval;
  return { ...outcome, approval: { id, expires: new Date(expiresAt).toISOString(), preview } };
}

function isDenial(code: string): boolean {
  return code.startsWith("denied") || code === "needs_approval";
}
