import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { Fault } from "../../kernel/index.ts";

/** Everything a command has started, wherever it went. */
export interface ProcessTree {
  /** Sends a signal to every process; an unknown signal is a fault, one that finds nobody is not. */
  signal(name: string): void;
  /** How many processes are left. */
  count(): number;
  /** Ends every process, once: asks first, kills what is left after the grace, and settles when nothing is. */
  end(graceMs: number): Promise<void>;
}

/** How long what was killed may take to disappear. */
export const DEATH_MS = 2_000;

/** Whether a child has ended, as far as we have been told. */
export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Refuses a signal that this machine does not have. */
export function requireSignal(name: string): NodeJS.Signals {
  if (isSignal(name)) return name;
  throw new Fault("invalid_input", `There is no signal ${name}.`, { hint: "Use SIGTERM or SIGKILL." });
}

/** Sends a signal; tells whether there was anybody to receive it. */
export function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function isSignal(name: string): name is NodeJS.Signals {
  return Object.hasOwn(constants.signals, name);
}
