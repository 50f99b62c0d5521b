import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { findNamespace } from "../local/find-namespace.ts";
import { findProgram, type LaunchLine, type NamespaceWay } from "../local/launch-line.ts";
import { findFirstShells, firstProcess, type FirstShells } from "./first-process.ts";

/** How programs are started on this machine, so that they end with us. */
export interface ProgramWays {
  /** Has a program killed when the thread that started it ends, however that ends; empty where nothing does that. */
  readonly guard: readonly string[];
  /** Absent where a program gets a process group only. */
  readonly namespace?: ProgramNamespace;
}

/** How a program gets a PID namespace, and the shells that can be its first process. */
interface ProgramNamespace {
  readonly way: NamespaceWay;
  readonly shells: FirstShells;
}

/** Our own helpers are the system's: a PATH may lead into a workspace. */
const SYSTEM_PATH = "/usr/bin:/bin";

/** Finds out by trying, once for many starts. */
export async function findProgramWays(wantsNamespace: boolean): Promise<ProgramWays> {
  const [guard, way] = await Promise.all([
    findGuard(),
    wantsNamespace ? findNamespace({ PATH: SYSTEM_PATH }) : undefined,
  ]);
  const shells = findFirstShells();
  const canIsolate = way !== undefined && shells !== undefined && guard.length > 0;
  return { guard, ...(canIsolate ? { namespace: { way, shells } } : {}) };
}

/** What is really started for a program. */
export function programLine({ guard, namespace }: ProgramWays, program: LaunchLine): LaunchLine {
  const line =
    namespace === undefined ? program : namespace.way.enter(firstProcess(namespace.shells, program));
  const [guarding, ...guarded] = guard;
  if (guarding === undefined) return line;
  return { ...line, program: guarding, args: [...guarded, line.program, ...line.args] };
}

const TRIAL_MS = 5_000;

async function findGuard(): Promise<readonly string[]> {
  const setpriv = process.platform === "linux" ? findProgram("setpriv") : undefined;
  if (setpriv === undefined) return [];
  const guard = [setpriv, "--pdeathsig", "KILL", "--"];
  try {
    await promisify(execFile)(setpriv, [...guard.slice(1), setpriv, "--version"], { timeout: TRIAL_MS });
    return guard;
  } catch {
    return [];
  }
}
