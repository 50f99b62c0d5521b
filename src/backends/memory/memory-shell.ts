import { posix } from "node:path";
import type { BashOptions, IFileSystem } from "just-bash";
import {
  clamp,
  faultInfoOf,
  type Fs,
  FsFault,
  type Shell,
  type ShellExecOptions,
  type ShellExecResult,
  type ShellLaunchOptions,
  type ShellOutputListener,
} from "../../kernel/index.ts";
import { toBashFs } from "./bash-fs.ts";
import { createHandle } from "./background-handle.ts";
import { loadBash } from "./load-bash.ts";
import type { LinkingFs } from "./memory-fs.ts";

/** Where commands start, and the environment they start with. */
export interface MemoryShellOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * A bash-like shell whose commands see the files of an Fs and nothing of the machine.
 * Limits of just-bash: output arrives when a command has ended, and is lost at a time limit; a redirection that the Fs
 * refuses ends the whole command; a loop that does nothing else notices a time limit but not a cancellation, and ends
 * at the interpreter's own limit of commands.
 */
export function createMemoryShell(fs: Fs & Partial<LinkingFs>, options: MemoryShellOptions = {}): Shell {
  const files = toBashFs(fs);
  let lastPid = 1;
  return {
    exec: (command, launch = {}) => execute(command, launch),
    spawn: async (command, launch = {}) => {
      launch.cancel?.throwIfAborted();
      await loadBash();
      await requireFolder(files, folderOf(launch));
      lastPid += 1;
      return createHandle(lastPid, launch, (cancel) => execute(command, { ...launch, input: "", cancel }));
    },
  };

  async function execute(command: string, launch: ShellExecOptions): Promise<ShellExecResult> {
    const { cancel, timeoutMs, input, maxOutputBytes } = launch;
    cancel?.throwIfAborted();
    const cwd = folderOf(launch);
    await requireFolder(files, cwd);
    const bash = await startBash(files, {
      cwd,
      env: { ...options.env, ...launch.env },
      ...(timeoutMs === undefined
        ? {}
        : { executionLimits: { maxExecutionTimeMs: Math.max(0, Math.ceil(timeoutMs)) } }),
    });
    const startedAt = performance.now();
    const ended = await bash
      .exec(command, {
        rawScript: true,
        ...stdinOf(input),
        ...(cancel === undefined ? {} : { signal: cancel }),
      })
      .catch(asFailedCommand);
    cancel?.throwIfAborted();
    await tell(ended, launch.onOutput);
    const timedOut =
      timeoutMs !== undefined && ended.exitCode === 124 && performance.now() - startedAt >= timeoutMs;
    return {
      stdout: bounded(ended.stdout, maxOutputBytes),
      stderr: bounded(ended.stderr, maxOutputBytes),
      ...(timedOut ? { code: null, signal: "SIGKILL", timedOut } : { code: ended.exitCode }),
    };
  }

  function folderOf(launch: ShellLaunchOptions): string {
    return posix.resolve(options.cwd ?? "/", launch.cwd ?? ".");
  }
}

async function requireFolder(files: IFileSystem, path: string): Promise<void> {
  const place = { syscall: "chdir", path };
  if (!(await files.exists(path))) throw new FsFault("ENOENT", place);
  if (!(await files.stat(path)).isDirectory) throw new FsFault("ENOTDIR", place);
}

async function startBash(files: IFileSystem, options: BashOptions) {
  const { Bash, InMemoryFs, MountableFs } = await loadBash();
  // The shell's own devices are kept apart, so that no redirection leaves a file in the Fs.
  const devices = new InMemoryFs({ "/null": "", "/stdin": "", "/stdout": "", "/stderr": "" });
  const fs = new MountableFs({ base: files, mounts: [{ mountPoint: "/dev", filesystem: devices }] });
  return new Bash({ ...options, fs });
}

function stdinOf(input: string | Uint8Array = ""): { stdin: string; stdinKind: "text" | "bytes" } {
  return typeof input === "string"
    ? { stdin: input, stdinKind: "text" }
    : { stdin: Buffer.from(input).toString("latin1"), stdinKind: "bytes" };
}

/** What the interpreter lets escape, such as a redirection the Fs refuses, is the command's failure, not the caller's. */
function asFailedCommand(error: unknown): { stdout: string; stderr: string; exitCode: number } {
  return { stdout: "", stderr: `bash: ${faultInfoOf(error).message}\n`, exitCode: 1 };
}

/** A listener's own mistake harms nothing. */
async function tell(
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  onOutput: ShellOutputListener = () => undefined,
): Promise<void> {
  for (const [name, text] of [["stdout", stdout] as const, ["stderr", stderr] as const]) {
    try {
      if (text !== "") await onOutput(name, new TextEncoder().encode(text));
    } catch {
      continue;
    }
  }
}

function bounded(text: string, maxBytes: number | undefined): string {
  return maxBytes === undefined ? text : clamp(text, { kind: "middle", maxBytes });
}
