/** Settings shared by both ways to run a command. */
export interface ShellLaunchOptions {
  readonly cwd?: string;
  /** Added to the backend's allow-listed environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cancel?: AbortSignal;
}

/** Settings of a command that runs to completion. */
export interface ShellExecOptions extends ShellLaunchOptions {
  readonly timeoutMs?: number;
  /** Given on standard input, which is closed after it. */
  readonly input?: string | Uint8Array;
  /** Bytes kept of each stream; the middle of what exceeds it is dropped. */
  readonly maxOutputBytes?: number;
}

/** How a finished command ended. */
export interface ShellExecResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code, or null when a signal ended it. */
  readonly code: number | null;
  readonly signal?: string;
  readonly timedOut?: boolean;
}

/** How a background process ended. */
export interface ShellExit {
  readonly code: number | null;
  readonly signal?: string;
}

/** Settings of a background process. */
export interface ShellSpawnOptions extends ShellLaunchOptions {
  readonly onOutput?: (stream: "stdout" | "stderr", chunk: Uint8Array) => void;
}

/**
 * A background process.
 * Contract: `kill` reaches every descendant in its group; each listener hears the exit exactly once, also when it
 * subscribes after the end; a throwing listener breaks nothing.
 */
export interface ShellHandle {
  readonly pid: number;
  kill(signal?: string): void;
  onExit(listener: (exit: ShellExit) => void): () => void;
}

/**
 * The only way to run a command.
 * Contract: standard input is closed unless given; a time limit or cancellation ends the whole process group before the
 * call settles; cancellation rejects with the signal's reason.
 */
export interface Shell {
  exec(command: string, options?: ShellExecOptions): Promise<ShellExecResult>;
  spawn(command: string, options?: ShellSpawnOptions): Promise<ShellHandle>;
}
