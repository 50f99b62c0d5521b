import { type FaultInfo, type ShellExecResult, textResult, type ToolResult } from "../../../kernel/index.ts";
import { advise } from "./advise.ts";
import { explainExit } from "./explain-exit.ts";
import type { StreamRecord } from "./stream-record.ts";

/** Both streams of a command. */
export interface CommandOutput {
  readonly stdout: StreamRecord;
  readonly stderr: StreamRecord;
}

/** A command that has ended, and what there is to say about how it was run. */
export interface EndedCommand {
  readonly command: string;
  readonly limitMs: number;
  readonly ended: ShellExecResult;
  readonly notes: readonly string[];
}

/** Says what a command printed and how it ended. */
export async function reportCommand(
  run: EndedCommand,
  output: CommandOutput,
  maxBytes: number,
): Promise<ToolResult> {
  const shares = shareOut(output, maxBytes - roomForRest(maxBytes));
  const stdout = await output.stdout.show(shares.stdout);
  const stderr = await output.stderr.show(shares.stderr);
  const { status, error } = judge(run, stderr);
  const notes = [...run.notes, ...advise(run.command, run.ended)];
  const text = [...section("stdout", stdout), ...section("stderr", stderr), ...notes, `status: ${status}`];
  const result = textResult(text.join("\n"));
  return error === undefined ? result : { ...result, isError: true, error };
}

/** What the headings, the status and the notes may take. */
const MOST_FOR_REST = 2_048;

function roomForRest(maxBytes: number): number {
  return Math.min(MOST_FOR_REST, Math.floor(maxBytes / 4));
}

/** Each stream may fill half of the room, and what the other leaves of its half. */
function shareOut({ stdout, stderr }: CommandOutput, room: number): Record<"stdout" | "stderr", number> {
  const forStderr = Math.min(stderr.size(), Math.floor(room / 2));
  const forStdout = Math.min(stdout.size(), room - forStderr);
  return { stdout: forStdout, stderr: room - forStdout };
}

function section(name: string, text: string): readonly string[] {
  return text === "" ? [] : [`${name}:`, text.endsWith("\n") ? text : `${text}\n`];
}

function judge(
  { command, limitMs, ended }: EndedCommand,
  stderr: string,
): { readonly status: string; readonly error?: FaultInfo } {
  if (ended.timedOut === true) {
    const fate = ended.survivors === undefined ? "; the command and everything it started were ended" : "";
    const status = `timed out after ${limitMs} ms${fate}`;
    const hint = "Give a higher timeoutMs, do less at once, or start it with process.";
    return { status, error: { code: "timeout", message: `The command ${status}.`, hint } };
  }
  const { status, isError } = explainExit(command, { ...ended, stderr });
  return isError
    ? { status, error: { code: "tool_error", message: `The command failed: ${status}.` } }
    : { status };
}
