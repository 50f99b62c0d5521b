import { randomBytes } from "node:crypto";
import { type FaultInfo, showInvisible, textOf } from "../../../kernel/index.ts";
import { openSession, type SessionOutcome } from "../../../session/index.ts";
import { EXIT, statusOf } from "../exit-code.ts";
import { parseFields } from "../fields.ts";
import { type Progress, showProgress } from "../progress.ts";
import { readInput } from "../read-input.ts";
import { type SessionFlags, settingsOf } from "../session-flags.ts";
import type { Terminal } from "../terminal.ts";
import { withKnownTool } from "../known-tool.ts";

/** The flags of `deckhand call`. */
export interface CallFlags extends SessionFlags {
  readonly input?: string;
  readonly dryRun?: boolean;
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
  const session = withKnownTool(() => openSession({ ...settingsOf(flags), onProgress: progress.note }));
  const tool = await withKnownTool(() => session.tool(name));
  const given = await readInput(flags.input, terminal.interrupt);
  const input = { ...given, ...parseFields(fields, tool.parameters) };
  const id = `call_${randomBytes(8).toString("hex")}`;
  return session.call(
    { id, name: tool.name, input },
    { cancel: terminal.interrupt, dryRun: flags.dryRun === true },
  );
}

function print(outcome: SessionOutcome, json: boolean, terminal: Terminal): void {
  if (json) return terminal.out(JSON.stringify(toJson(outcome)));
  if (outcome.error !== undefined) return complain(outcome.error, terminal);
  const text = outcome.result.content.map(textOf).join("\n");
  terminal.out(terminal.isInteractive ? showInvisible(text) : text);
  for (const change of outcome.staged ?? []) terminal.note(`would ${change.kind} ${change.path}`);
}

function complain(error: FaultInfo, terminal: Terminal): void {
  terminal.note(`${terminal.paint("red", "error:", "note")} ${showInvisible(error.message)}`);
  if (error.hint !== undefined) terminal.note(showInvisible(error.hint));
}

function toJson(outcome: SessionOutcome): unknown {
  const status = statusOf(outcome.error?.code ?? (outcome.isError ? "tool_error" : undefined));
  return {
    status,
    output: outcome.output,
    content: outcome.result.content,
    ...(outcome.error === undefined ? {} : { error: outcome.error }),
    ...(outcome.staged === undefined ? {} : { changes: outcome.staged }),
    trace: outcome.callId,
  };
}
