import { readFileSync } from "node:fs";
import { livingProcess, namespaceOf } from "../local/process-table.ts";

/** A process, told apart from every other that has or had its number by when it started. */
export interface ProcessIdentity {
  readonly pid: number;
  /** In the machine's own ticks. */
  readonly startTime: number;
}

/** The identity of a living process, or undefined where there is none or nobody can tell. */
export function identityOfProcess(pid: number): ProcessIdentity | undefined {
  const row = livingProcess(pid);
  return row && { pid, startTime: row.startTime };
}

/** Tells whether a process is still this one. */
export function isAlive({ pid, startTime }: ProcessIdentity): boolean {
  return livingProcess(pid)?.startTime === startTime;
}

/** Where process numbers mean what they mean here: this boot of the machine, and this view of its processes. */
export interface ProcessPlace {
  readonly boot: string;
  readonly view: string;
}

/** This place, or undefined on machines that do not tell. */
export function thisPlace(): ProcessPlace | undefined {
  const boot = bootId();
  const view = namespaceOf("self", "own");
  return boot === undefined || view === undefined ? undefined : { boot, view };
}

function bootId(): string | undefined {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  } catch {
    return undefined;
  }
}
