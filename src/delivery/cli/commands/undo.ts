import { relative } from "node:path";
import {
  findTrace,
  loadConfig,
  type Records,
  type UndoOutcome,
  type UndoTarget,
} from "../../../session/index.ts";
import { Fault } from "../../../kernel/index.ts";
import { configRequestOf, noteDiagnostics } from "../config-request.ts";
import { EXIT } from "../exit-code.ts";
import { printable } from "../printable.ts";
import { type SessionFlags, USUAL_SESSION } from "../session-flags.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { UsageFault } from "../usage-fault.ts";
import { withKnownId, withRecords } from "../with-records.ts";

/** The flags of `deckhand undo`. */
export interface UndoFlags extends SessionFlags {
  readonly all?: boolean;
  readonly dryRun?: boolean;
}

/** `deckhand undo`: takes back what one call changed, or a whole session, and names what it left. */
export async function undo(trace: string | undefined, flags: UndoFlags, terminal: Terminal): Promise<number> {
  if (trace !== undefined && flags.all === true) {
    throw new UsageFault("A trace is one call, --all is all of a session.", "Give one of the two.");
  }
  const request = configRequestOf(flags);
  const { config, diagnostics } = await loadConfig(request);
  noteDiagnostics(diagnostics, terminal);
  return withRecords(
    flags,
    async (records) => {
      const target = await targetOf(trace, flags, records);
      const outcome = await records.undo(target, { dryRun: flags.dryRun === true });
      if (outcome.calls.length === 0) throw nothingToUndo(target);
      print(outcome, flags, request.cwd, terminal);
      return outcome.skipped.length === 0 ? EXIT.ok : EXIT.error;
    },
    config.addDirs,
  );
}

async function targetOf(
  trace: string | undefined,
  { all, session = USUAL_SESSION }: UndoFlags,
  { store }: Records,
): Promise<UndoTarget> {
  if (trace === undefined) return all === true ? { session } : { lastOf: session };
  // A call that was killed half-way left changes, and no trace.
  const isKnown = (await store.undo({ trace })).length > 0;
  return { trace: isKnown ? trace : (await withKnownId(() => findTrace(store, trace))).id };
}

function nothingToUndo(target: UndoTarget): Fault {
  if ("trace" in target) {
    return new Fault("not_found", `Nothing is kept that would take ${target.trace} back.`, {
      hint: "Only changes made through the file tools can be undone, and only until they are pruned; what commands and remote tools did cannot.",
    });
  }
  const session = "session" in target ? target.session : target.lastOf;
  return new Fault("not_found", `Session ${JSON.stringify(session)} changed no file that is not undone.`, {
    hint: "Name another session with --session; `deckhand trace list` shows which there are.",
  });
}

function print(outcome: UndoOutcome, flags: UndoFlags, cwd: string, terminal: Terminal): void {
  const { calls, restored, skipped, trace } = outcome;
  if (flags.json === true) {
    terminal.out(JSON.stringify({ calls, restored, skipped, ...(trace === undefined ? {} : { trace }) }));
    return;
  }
  const nameOf = (path: string): string => printable(named(path, cwd));
  const rows = [
    ...restored.map(({ path, did }) => [terminal.paint("green", WORDS[did]), nameOf(path)]),
    ...skipped.map(({ path, why }) => [
      terminal.paint("yellow", "skipped"),
      `${nameOf(path)}: ${printable(why)}`,
    ]),
  ];
  if (rows.length === 0) terminal.note("It is undone already.");
  else terminal.out(table(rows));
  if (flags.dryRun === true) terminal.note("Nothing was changed: this was a dry run.");
  if (trace !== undefined && restored.length > 0)
    terminal.note(`To take this back in turn: deckhand undo ${trace}`);
}

const WORDS = {
  restored: "restored",
  recreated: "recreated",
  removed: "removed",
  already: "unchanged",
} as const;

/** Inside the workspace by the way from its root. */
function named(path: string, cwd: string): string {
  const inside = relative(cwd, path);
  return inside === "" || inside.startsWith("..") ? path : inside;
}
