import type { Approval } from "../../../control/index.ts";
import { EXIT } from "../exit-code.ts";
import { oneLine, printable } from "../printable.ts";
import type { SessionFlags } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { shownApproval } from "../terminal-approver.ts";
import { shortTimeOf, timeOf } from "../time-of.ts";
import { withKnownId, withRecords } from "../with-records.ts";
import { findApproval } from "../find-approval.ts";

/** The flags of `deckhand approvals list`. */
export interface ApprovalsFlags extends SessionFlags {
  readonly all?: boolean;
}

/** `deckhand approvals list`: what waits for a person, or with --all what was decided too. */
export function approvalsList(flags: ApprovalsFlags, terminal: Terminal): Promise<number> {
  return withRecords(flags, async ({ store, approvals }) => {
    const waiting = await approvals.waiting();
    const found = flags.all === true ? await store.approvals() : waiting;
    const mine = found.filter(({ binding }) => binding.session === (flags.session ?? binding.session));
    if (flags.json === true) terminal.out(JSON.stringify({ approvals: mine.map(approvalJson) }));
    else if (mine.length === 0) terminal.note("Nothing waits for a person.");
    else terminal.out(listing(mine, terminal));
    return EXIT.ok;
  });
}

/** `deckhand approvals show ID`: one question in full. */
export function approvalsShow(id: string, flags: SessionFlags, terminal: Terminal): Promise<number> {
  return withRecords(flags, async (records) => {
    const approval = await withKnownId(() => findApproval(records, id));
    terminal.out(flags.json === true ? JSON.stringify(approvalJson(approval)) : page(approval, terminal));
    return EXIT.ok;
  });
}

/** An approval as machines are told of it. */
export function approvalJson({ createdAt, expiresAt, ...approval }: Approval): unknown {
  return { ...approval, created: timeOf(createdAt), expires: timeOf(expiresAt) };
}

function listing(approvals: readonly Approval[], terminal: Terminal): string {
  const head = ["APPROVAL", "STATE", "UNTIL", "SESSION", "TOOL", "WHY"];
  const rows = approvals.map(({ id, state, expiresAt, binding, reason }) => [
    terminal.paint("bold", oneLine(id, 26)),
    state,
    shortTimeOf(expiresAt),
    oneLine(binding.session, 20),
    oneLine(binding.tool, 30),
    oneLine(reason),
  ]);
  return table([head.map((title) => terminal.paint("dim", title)), ...rows]);
}

function page(approval: Approval, terminal: Terminal): string {
  const { id, state, width, createdAt, expiresAt, answeredBy, binding } = approval;
  const facts: readonly (readonly [string, string])[] = [
    ["state", answeredBy === undefined ? state : `${state}, ${width}, by ${answeredBy}`],
    ["session", binding.session],
    ["asked", timeOf(createdAt)],
    ["until", timeOf(expiresAt)],
  ];
  return [
    terminal.paint("bold", printable(id)),
    table(facts.map(([label, value]) => [terminal.paint("dim", label), oneLine(value)])),
    shownApproval(approval, terminal, "out"),
  ].join("\n");
}
