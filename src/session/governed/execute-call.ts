import { callKey, type CallRecord, createUndoFs } from "../../control/index.ts";
import { Fault, isMutating, type ToolContext, type ToolOutcome } from "../../kernel/index.ts";
import type { Helm, Known } from "./helm.ts";

const READ_LIMIT_MS = 5 * 60_000;
const EFFECT_LIMIT_MS = 60 * 60_000;

/** Runs a call that was let through, within limits, keeping what it takes to undo it. */
export async function execute(
  call: Known,
  record: CallRecord,
  ctx: ToolContext,
  helm: Helm,
): Promise<ToolOutcome> {
  const { tool, request, parent } = call;
  const { executor, loopGuard, store, session, clock, spans, trust } = helm;
  const { name, path, description } = tool;
  const key = callKey(request.input, name) ?? record.id;
  const objection = loopGuard.objection({ tool: name, key });
  if (objection !== undefined) throw new Fault(objection.code, objection.message, { hint: objection.hint });
  const isRead = !hasEffect(call);
  const fs = isRead
    ? ctx.fs
    : createUndoFs(ctx.fs, (kept) => store.addUndo([kept]), { trace: record.id, session, clock });
  const inner = { ...ctx, fs, caller: helm.callerOf(record.id) };
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

/** Whether anything may be different after a call. */
export function hasEffect({ tool, dryRun }: Known): boolean {
  return isMutating(tool.effects) && dryRun !== true;
}
