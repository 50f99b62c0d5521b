import { type ChildProcess, spawn } from "node:child_process";
import { Fault } from "../../../kernel/index.ts";
import type { Deadline } from "../deadline.ts";
import type { RunningTally } from "../search-run.ts";
import { createComplaints } from "./complaints.ts";

/** One run of ripgrep. */
export interface RipgrepLaunch {
  readonly rgPath: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}

/** The exit code by which ripgrep says that something went wrong, not that nothing was found. */
const TROUBLE = 2;

/** Runs ripgrep and yields what it prints; it is killed on cancellation, on the deadline and when nobody listens any more. */
export async function* ripgrepOutput(launch: RipgrepLaunch, tally: RunningTally): AsyncGenerator<Buffer> {
  const { rgPath, args, cwd, deadline, cancel } = launch;
  cancel.throwIfAborted();
  refuseNul(args);
  const complaints = createComplaints(tally);
  const child = spawn(rgPath, args, {
    cwd,
    env: childEnvironment(),
    stdio: ["ignore", "pipe", "pipe"],
    windowsHide: true,
  });
  const ended = endOf(child);
  const kill = (): boolean => child.kill("SIGKILL");
  const timer = setTimeout(() => {
    tally.timedOut = true;
    kill();
  }, deadline.remainingMs());
  cancel.addEventListener("abort", kill, { once: true });
  child.stderr.on("data", (chunk: Buffer) => complaints.hear(chunk));
  try {
    // Left early, the pipe stays open until ripgrep is dead, or it would complain that nobody reads.
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
    const { code, error } = await ended;
    cancel.throwIfAborted();
    if (error !== undefined) throw cannotStart(rgPath, error);
    const fault = code === TROUBLE && !tally.timedOut ? complaints.fault() : undefined;
    if (fault !== undefined) throw fault;
  } finally {
    clearTimeout(timer);
    cancel.removeEventListener("abort", kill);
    kill();
    child.stderr.removeAllListeners("data").resume();
    child.stdout.resume();
  }
}

/** No program can be given a NUL; as an escape it is a pattern like any other. */
function refuseNul(args: readonly string[]): void {
  if (!args.some((argument) => argument.includes("\0"))) return;
  throw new Fault("invalid_input", "The pattern, glob or type holds a NUL byte.", {
    hint: String.raw`Write \x00 in a pattern to search for one.`,
  });
}

/** Nothing of the host's environment is ripgrep's business; Windows cannot start programs without this. */
function childEnvironment(): Record<string, string> {
  const { SystemRoot } = process.env;
  return SystemRoot === undefined ? {} : { SystemRoot };
}

interface End {
  readonly code: number | null;
  readonly error?: Error;
}

function endOf(child: ChildProcess): Promise<End> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, error }));
    child.once("close", (code) => resolve({ code }));
  });
}

function cannotStart(rgPath: string, cause: Error): Fault {
  return new Fault("unavailable", `ripgrep cannot be started: ${cause.message}`, {
    hint: `Check that ${rgPath} can be run.`,
    cause,
  });
}
