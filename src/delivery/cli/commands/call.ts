import { randomBytes } from "node:crypto";
import { errorResult, type FaultInfo, textOf } from "../../../kernel/index.ts";
import type { Session, SessionOutcome } from "../../../session/index.ts";
import { EXIT, statusOf } from "../exit-code.ts";
import { parseFields } from "../fields.ts";
import { type Progress, showProgress } from "../progress.ts";
import { printable } from "../printable.ts";
import { readInput } from "../read-input.ts";
import { openFromFlags } from "../open-from-flags.ts";
import type { SessionFlags } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";
import { withKnownTool } from "../known-tool.ts";

/** The flags of `deckhand call`. */
export interface CallFlags extends SessionFlags {
  readonly input?: string;
  readonly dryRun?: boolean;
  /** The approval that lets the call through. */
  readonly approval?: string;
}

/** `deckhand call`: one call, printed for a person or as JSON. */
export async function call(
  name: string,
  fields: readonly string[],
  flags: CallFlags,
  terminal: Terminal,
): Promise<number> {
  const progress = showProgress(name, terminal);
  try {
    const outcome = await make(name, fields, flags, terminal, progress);
    progress.done();
    print(outcome, flags.json === true, terminal);
    return EXIT[statusOf(outcome.error?.code ?? (outcome.isError ? "tool_error" : undefined))];
  } finally {
    progress.done();
  }
}

async function make(
  name: string,
  fields: readonly string[],
  flags: CallFlags,
  terminal: Terminal,
  progress: Progress,
): Promise<SessionOutcome> {
  const session = await openFromFlags(flags, terminal, progress);
  try {
    return await callIn(session, name, fields, flags, terminal);
  } finally {
    await session.close();
  }
}

async function callIn(
  session: Session,
  name: string,
  fields: readonly string[],
  flags: CallFlags,
  terminal: Terminal,
): Promise<SessionOutcome> {
  const tool = await withKnownTool(() => session.tool(name));
  const given = await readInput(flags.input, terminal.interrupt);
  const input = { ...given, ...parseFields(fields, tool.parameters) };
  const id = `call_${randomBytes(8).toString("hex")}`;
  return session.call(
    { id, name: tool.name, input },
    {
      cancel: terminal.interrupt,
      dryRun: flags.dryRun === true,
      proofs: flags.json === true,
      ...(flags.approval === undefined ? {} : { approval: flags.approval }),
    },
  );
}

function print(outcome: SessionOutcome, json: boolean, terminal: Terminal): void {
  if (json) return terminal.out(JSON.stringify(toJson(outcome)));
  const text = outcome.result.content.map(textOf).join("\n");
  if (outcome.error === undefined || text !== wordsOf(outcome.error)) {
    terminal.out(terminal.isInteractive ? printable(text) : text);
  }
  if (outcome.error !== undefined) complain(outcome.error, terminal);
  for (const change of outcome.staged ?? []) terminal.note(`would ${change.kind} ${printable(change.path)}`);
}

/** What a result says that tells of nothing but its error. */
function wordsOf(error: FaultInfo): string {
  return errorResult(error).content.map(textOf).join("\n");
}

function complain(error: FaultInfo, terminal: Terminal): void {
  terminal.note(`${terminal.paint("red", "error:", "note")} ${printable(error.message)}`);
  if (error.hint !== undefined) terminal.note(printable(error.hint));
}

function toJson(outcome: SessionOutcome): unknown {
  const status = statusOf(outcome.error?.code ?? (outcome.isError ? "tool_error" : undefined));
  return {
    status,
    output: outcome.output,
    content: outcome.result.content,
    ...(outcome.error === undefined ? {} : { error: outcome.error }),
    ...(outcome.staged === undefined ? {} : { changes: outcome.staged }),
    ...(outcome.approval === undefined ? {} : { approval: outcome.approval }),
    ...(outcome.proofs === undefined ? {} : { proofs: outcome.proofs }),
    ...(outcome.trace === undefined ? {} : { trace: outcome.trace }),
  };
}
