import type { Readable, Writable } from "node:stream";

/** A program to be started without a shell: its name is one word, whatever characters it holds. */
export interface ProgramSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the program; nothing is added from ours but what tells that we started it. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Folders whose programs are never taken for a bare name, whatever the PATH says: neither for this program nor by it,
   * since the PATH it gets is without them and without relative entries.
   */
  readonly untrusted?: readonly string[];
}

/** How a program ended. */
export interface ProgramExit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program that runs, and everything it has started. */
export interface Program {
  /** Of the process that stands for it here. */
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Settles when the program itself has ended; never rejects. */
  readonly exited: Promise<ProgramExit>;
  /** Ends it with everything it started: told to stop first, and killed after `graceMs`. May be called again. */
  end(graceMs: number): Promise<void>;
}

/**
 * Starts programs that live as long as their host.
 * Contract: whatever a program started ends with it, and it ends with us however we end; one that cannot be started is
 * a fault (`not_found`, `unavailable`).
 */
export interface Programs {
  start(spec: ProgramSpec): Promise<Program>;
}
