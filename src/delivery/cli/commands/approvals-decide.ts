import { type Approval, type ApprovalWidth, sentenceOf } from "../../../control/index.ts";
import type { Records } from "../../../session/index.ts";
import { askLine } from "../ask-line.ts";
import { EXIT } from "../exit-code.ts";
import { findApproval } from "../find-approval.ts";
import { type Person, requirePerson } from "../person.ts";
import { oneLine, printable } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { shownApproval } from "../terminal-approver.ts";
import type { AskingStreams } from "../terminal-asker.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";
import { withKnownId, withRecords } from "../with-records.ts";
import { approvalJson } from "./approvals.ts";

/** The flags of `deckhand approvals approve` and `deny`. */
export interface DecideFlags extends SessionFlags {
  readonly yes?: boolean;
  readonly forSession?: boolean;
  readonly rule?: boolean;
}

/** `deckhand approvals approve ID`: a person's yes, once, for the session, or as the rule they are shown. */
export function approvalsApprove(
  id: string,
  flags: DecideFlags,
  terminal: Terminal,
  streams: AskingStreams = ownStreams(),
): Promise<number> {
  const width = widthOf(flags);
  return decide(id, flags, terminal, streams, { yes: true, width });
}

/** `deckhand approvals deny ID`: a person's no. */
export function approvalsDeny(
  id: string,
  flags: DecideFlags,
  terminal: Terminal,
  streams: AskingStreams = ownStreams(),
): Promise<number> {
  return decide(id, flags, terminal, streams, { yes: false, width: "once" });
}

function ownStreams(): AskingStreams {
  return { input: process.stdin, output: process.stderr };
}

interface Decision {
  readonly yes: boolean;
  readonly width: ApprovalWidth;
}

function decide(
  id: string,
  flags: DecideFlags,
  terminal: Terminal,
  streams: AskingStreams,
  decision: Decision,
): Promise<number> {
  return withRecords(flags, async (records) => {
    const person = await requirePerson(streams);
    const approval = await withKnownId(() => findApproval(records, id));
    if (approval.state !== "waiting") return late(approval, flags, terminal);
    refuseTooWide(approval, decision);
    if (decision.yes && !(await isSure(approval, decision, flags, person, terminal, streams))) {
      terminal.note("It was not approved, and waits on.");
      return EXIT.error;
    }
    const answered = await records.approvals.answer(approval.id, { ...decision, by: person.by });
    if (answered.kind === "unknown") return late({ ...approval, state: "expired" }, flags, terminal);
    if (answered.kind === "late") return late(answered.approval, flags, terminal);
    await note(answered.approval, records);
    tell(answered.approval, flags, terminal);
    return EXIT.ok;
  });
}

function widthOf({ forSession, rule }: DecideFlags): ApprovalWidth {
  if (forSession === true && rule === true)
    throw new UsageFault("--for-session and --rule are two different widths.", "Give one of the two.");
  if (rule === true) return "rule";
  return forSession === true ? "session" : "once";
}

function refuseTooWide({ id, rule, everyTime }: Approval, { width }: Decision): void {
  if (width !== "once" && everyTime === true)
    throw new UsageFault(`${id} is asked about every time.`, "Approve it without --for-session and --rule.");
  if (width === "rule" && rule === undefined)
    throw new UsageFault(`No rule could stand for ${id}.`, "Approve it once, or with --for-session.");
}

/** A prompt appears only where somebody sees it; a token without a terminal is sure by itself. */
async function isSure(
  approval: Approval,
  { width }: Decision,
  { yes, json }: DecideFlags,
  { isWatching }: Person,
  terminal: Terminal,
  streams: AskingStreams,
): Promise<boolean> {
  if (yes === true || !isWatching) return true;
  if (json === true)
    throw new UsageFault("With --json nobody is asked.", "Add --yes, or approve without --json.");
  terminal.note(shownApproval(approval, terminal));
  const typed = await askLine(`approve ${WIDTHS[width](approval)}? y/N > `, streams, terminal.interrupt);
  return typed.kind === "line" && ["y", "yes"].includes(typed.text.toLowerCase());
}

const WIDTHS: Readonly<Record<ApprovalWidth, (approval: Approval) => string>> = {
  once: () => "once",
  session: () => "this exact call for the session",
  rule: ({ rule }) => (rule === undefined ? "the rule" : `the rule "${printable(sentenceOf(rule))}"`),
};

function late(approval: Approval, { json }: DecideFlags, terminal: Terminal): number {
  const { id, state, answeredBy } = approval;
  const message = `${id} ${STATES[state]}${answeredBy === undefined ? "" : ` by ${answeredBy}`}.`;
  const hint = "Nothing was changed. Repeating the call asks again.";
  if (json === true) {
    const error = { code: "tool_error", message, hint };
    terminal.out(JSON.stringify({ status: "error", error, approval: approvalJson(approval) }));
  } else {
    terminal.note(`${terminal.paint("red", "error:", "note")} ${oneLine(message, 300)}`);
    terminal.note(hint);
  }
  return EXIT.error;
}

const STATES: Readonly<Record<Approval["state"], string>> = {
  waiting: "still waits",
  approved: "was already approved",
  denied: "was already denied",
  spent: "was already used, after it was approved",
  expired: "has expired",
};

/** Who decided what stands in the trail too. */
async function note(
  { id, binding, state, width, answeredBy, reason }: Approval,
  records: Records,
): Promise<void> {
  const audit = await records.audit();
  const facts = {
    session: binding.session,
    trace: id,
    tool: binding.tool,
    input: { digest: binding.input, preview: reason },
  };
  if (state === "denied") await audit.denied({ ...facts, note: `denied by ${answeredBy} (${id})` });
  else await audit.approved({ ...facts, note: `approved by ${answeredBy}, ${width} (${id})` });
}

function tell(approval: Approval, { json }: DecideFlags, terminal: Terminal): void {
  if (json === true) return terminal.out(JSON.stringify({ status: "ok", approval: approvalJson(approval) }));
  const { id, state, width } = approval;
  terminal.out(state === "denied" ? `denied ${id}` : `approved ${id} (${width})`);
  if (state === "approved") terminal.note("Repeating the identical call in that session runs it now.");
}
