import { totalmem } from "node:os";
import { threadCount } from "../local/process-table.ts";
import type { InitShell } from "./lean-init.ts";

/** What a command may use of the machine; all but the first two are each process's own. */
export interface SandboxLimits {
  /** The longest a command may run that was given no time of its own. */
  readonly wallMs: number;
  /** Processes and threads of a sandbox, where the machine can count them. */
  readonly processes: number;
  readonly fileBytes: number;
  readonly cpuSeconds: number;
  readonly openFiles: number;
  readonly dataBytes: number;
  /** What fits into each of the private folders, which live in memory. */
  readonly scratchBytes: number;
}

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

/** Room for a big build, and an end to what has run away. */
export function standardLimits(memory: number = totalmem()): SandboxLimits {
  const half = Math.max(512 * MIB, Math.floor(memory / 2));
  return {
    wallMs: 60 * 60_000,
    processes: 1024,
    fileBytes: 4 * GIB,
    cpuSeconds: 60 * 60,
    openFiles: 8192,
    dataBytes: Math.min(8 * GIB, half),
    scratchBytes: Math.min(2 * GIB, Math.floor(half / 2)),
  };
}

/** What the first process does to itself, and so to everybody after it. A limit that is lower already stays. */
export function limitScript(limits: SandboxLimits, { fileUnit, processes }: InitShell): string {
  // Some kernels count everything the user runs, so that is not held against the sandbox.
  const most = limits.processes + threadCount();
  const values = [
    ["c", 0],
    ["f", Math.ceil(limits.fileBytes / fileUnit)],
    ["t", limits.cpuSeconds],
    ["n", limits.openFiles],
    ["d", Math.ceil(limits.dataBytes / 1024)],
    [processes, most],
  ] as const;
  return values.map(([letter, value]) => `ulimit -${letter} ${value} 2>/dev/null\n`).join("");
}
