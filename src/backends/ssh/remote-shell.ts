import { randomBytes } from "node:crypto";
import { posix } from "node:path";
import {
  createBoundedCapture,
  type Shell,
  type ShellExecOptions,
  type ShellExecResult,
  type ShellHandle,
  type ShellLaunchOptions,
  type ShellSpawnOptions,
} from "../../kernel/index.ts";
import { childEnvironment } from "../local/child-environment.ts";
import { createExitReport } from "../local/exit-report.ts";
import { requireSignal } from "../local/process-tree.ts";
import type { Channel } from "./channel.ts";
import { watchOverdue } from "./overdue.ts";
import { type RemoteCommand, type RemoteEnd, type RemoteOrder, runRemotely } from "./remote-command.ts";
import { createRemoteInput, giveInput } from "./remote-input.ts";

/** Where commands run on the host, and what they are told. */
export interface RemoteShellOptions {
  /** The channel to the commands agent. */
  channel(): Promise<Channel>;
  readonly host: string;
  readonly cwd: string;
  /** Added to the allow-listed part of the host's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** How long a process that was asked to end may take before it is killed. */
  readonly graceMs: number;
}

/** What is kept of each stream unless told otherwise. */
const KEPT_BYTES = 1024 * 1024;

/** Names the command that a process belongs to, in the environment of each of them. */
const MARK_VARIABLE = "DECKHAND_JOB";

/** The host's own bash, or sh where there is none; what a command leaves running ends with it, with the connection and with us. */
export function createRemoteShell(shell: RemoteShellOptions): Shell {
  return { exec, spawn };

  async function exec(command: string, options: ShellExecOptions = {}): Promise<ShellExecResult> {
    const { cancel, input, maxOutputBytes = KEPT_BYTES } = options;
    const kept = {
      stdout: createBoundedCapture(maxOutputBytes),
      stderr: createBoundedCapture(maxOutputBytes),
    };
    const running = await run(command, options, {
      stdin: input !== undefined,
      timeoutMs: options.timeoutMs,
      onOutput: (stream, chunk) => {
        kept[stream].add(chunk);
        return options.onOutput?.(stream, chunk);
      },
    });
    if (input !== undefined) void giveInput(running, input);
    const lift = endOnAbort(running, cancel);
    const overdue = watchOverdue(shell.host, shell.graceMs, options);
    overdue.silence.catch(() => running.giveUp());
    try {
      const end = await Promise.race([running.ended, overdue.silence]);
      cancel?.throwIfAborted();
      return { stdout: kept.stdout.text(), stderr: kept.stderr.text(), ...resultOf(end) };
    } finally {
      overdue.lift();
      lift();
    }
  }

  async function spawn(command: string, options: ShellSpawnOptions = {}): Promise<ShellHandle> {
    const running = await run(command, options, {
      stdin: options.input === "pipe",
      onOutput: options.onOutput,
    });
    const lift = endOnAbort(running, options.cancel);
    const exited = running.ended.then(({ exit }) => exit, endedWithHost).finally(lift);
    return {
      pid: await running.started,
      kill: (signal = "SIGTERM") => running.signal(requireSignal(signal)),
      ...createRemoteInput(running, options.input === "pipe"),
      onExit: createExitReport(exited),
    };
  }

  async function run(
    command: string,
    options: ShellLaunchOptions,
    how: Pick<RemoteOrder, "stdin" | "onOutput" | "timeoutMs">,
  ): Promise<RemoteCommand> {
    const channel = await unlessAborted(shell.channel(), options.cancel);
    const id = randomBytes(8).toString("hex");
    const theirs = channel.hello["env"] as Readonly<Record<string, string>>;
    return runRemotely(channel, {
      command,
      cwd: posix.resolve(shell.cwd, options.cwd ?? "."),
      env: childEnvironment(theirs, shell.env, options.env, { [MARK_VARIABLE]: id }),
      mark: `${MARK_VARIABLE}=${id}`,
      graceMs: shell.graceMs,
      ...how,
    });
  }
}

/** Connecting may take long; whoever takes the call back does not wait for it. */
async function unlessAborted<T>(work: Promise<T>, cancel: AbortSignal | undefined): Promise<T> {
  cancel?.throwIfAborted();
  const over = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    cancel?.addEventListener("abort", () => reject(cancel.reason), { once: true, signal: over.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    over.abort();
  }
}

/** Everything ended with the connection, as far as anybody can tell from here. */
function endedWithHost() {
  return { code: null, signal: "SIGKILL" };
}

function resultOf({ exit, timedOut, left, survivors }: RemoteEnd) {
  return {
    ...exit,
    ...(timedOut ? { timedOut } : {}),
    ...(left > 0 ? { leftRunning: left } : {}),
    ...(survivors > 0 ? { survivors } : {}),
  };
}

function endOnAbort(running: RemoteCommand, cancel: AbortSignal | undefined): () => void {
  const end = (): void => running.end();
  cancel?.addEventListener("abort", end, { once: true });
  if (cancel?.aborted === true) end();
  return () => cancel?.removeEventListener("abort", end);
}
