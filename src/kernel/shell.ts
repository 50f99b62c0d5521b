/** Settings shared by both ways to run a command. */
export interface ShellLaunchOptions {
  readonly cwd?: string;
  /** Added to the backend's allow-listed environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cancel?: AbortSignal;
}

/**
 * Hears output as it comes, as raw bytes.
 * Contract: while a promise it returned is open, no more is read of that stream; what it throws harms nothing.
 */
export type ShellOutputListener = (stream: "stdout" | "stderr", chunk: Uint8Array) => void | Promise<void>;

/** Settings of a command that runs to completion. */
export interface ShellExecOptions extends ShellLaunchOptions {
  readonly timeoutMs?: number;
  /** Given on standard input, which is closed after it. */
  readonly input?: string | Uint8Array;
  /** Bytes kept of each stream; the middle of what exceeds it is dropped. */
  readonly maxOutputBytes?: number;
  readonly onOutput?: ShellOutputListener;
}

/** How a finished command ended. */
export interface ShellExecResult {
  readonly stdout: string;
  readonly stderr: string;
  /** The exit code, or null when a signal ended it. */
  readonly code: number | null;
  readonly signal?: string;
  readonly timedOut?: boolean;
  /** How many processes it had left running, which were ended; absent when none. */
  readonly leftRunning?: number;
  /** How many of its processes could not be ended, even by force; absent when none. */
  readonly survivors?: number;
}

/** How a background process ended. */
export interface ShellExit {
  readonly code: number | null;
  readonly signal?: string;
}

/** Settings of a background process. */
export interface ShellSpawnOptions extends ShellLaunchOptions {
  /** Keeps standard input open for `write`; without it, it is at its end from the start. */
  readonly input?: "pipe";
  readonly onOutput?: ShellOutputListener;
}

/**
 * A background process.
 * Contract: `kill` reaches every descendant; what the command leaves running ends with it, before the exit is told;
 * each listener hears the exit exactly once, also when it subscribes after the end; a throwing listener breaks nothing.
 */
export interface ShellHandle {
  readonly pid: number;
  /** When it began, in the machine's own ticks: with the pid it names this process for ever. Absent where unknown. */
  readonly startTime?: number;
  kill(signal?: string): void;
  /** Settles when the process has been given the input; rejects when its standard input is closed. */
  write(input: string | Uint8Array): Promise<void>;
  /** Lets the process see the end of its standard input. */
  closeInput(): void;
  onExit(listener: (exit: ShellExit) => void): () => void;
}

/**
 * The only way to run a command.
 * Contract: standard input is closed unless given; a time limit or cancellation ends every process of the command before
 * the call settles; cancellation rejects with the signal's reason.
 */
export interface Shell {
  exec(command: string, options?: ShellExecOptions): Promise<ShellExecResult>;
  spawn(command: string, options?: ShellSpawnOptions): Promise<ShellHandle>;
}
