import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Duplex, type Readable, type Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, type Program, type ProgramExit, type ShellExit } from "../../kernel/index.ts";
import { listenToInit } from "../local/init-script.ts";
import type { LaunchLine } from "../local/launch-line.ts";
import { createNamespaceTree } from "../local/namespace-tree.ts";
import { createGroupTree } from "../local/process-group.ts";
import type { ProcessTree } from "../local/process-tree.ts";
import { within } from "../supervisor/within.ts";
import { STILL_HERE } from "./first-process.ts";

/** Everything a program is started with. */
export interface StartPlan {
  readonly line: LaunchLine;
  readonly cwd: string;
  /** A setting in its environment that no other program has. */
  readonly mark: string;
  /** Whether the line makes a PID namespace and tells of it at descriptor 3. */
  readonly isIsolated: boolean;
  /** Hears when nothing is left of it. */
  readonly onGone?: (() => void) | undefined;
}

/** How long whoever listens to a program that ended has for what it said last. */
const LAST_WORDS_MS = 2_000;

/** Starts a program, or throws why it cannot be. */
export async function startProgram(plan: StartPlan): Promise<Program> {
  const child = spawnChild(plan);
  const gone = exitOf(child);
  const heardOut = new Promise((resolve) => void child.once("close", resolve));
  try {
    const pipes = pipesOf(child);
    await once(child, "spawn");
    // From here on, an error is a signal that found nobody.
    child.on("error", () => undefined);
    const { tree, exited } = plan.isIsolated
      ? await inNamespace(child, pipes.report, gone)
      : inGroup(child, gone, plan);
    const { stdin, stdout, stderr } = pipes;
    let ending: Promise<void> | undefined;
    const end = async (graceMs: number): Promise<void> => {
      stdin.end();
      await within(exited, graceMs / 2);
      await tree.end(graceMs / 2);
      await within(heardOut, LAST_WORDS_MS);
      release(child);
    };
    const pid = child.pid ?? 0;
    return { pid, stdin, stdout, stderr, exited, end: (graceMs) => (ending ??= end(graceMs)) };
  } catch (error) {
    release(child);
    throw error instanceof Fault ? error : startFault(error);
  }
}

function spawnChild({ line, cwd, isIsolated }: StartPlan): ChildProcess {
  try {
    return spawn(line.program, line.args, {
      cwd,
      env: line.env,
      detached: true,
      stdio: ["pipe", "pipe", "pipe", ...(isIsolated ? ["pipe" as const] : [])],
    });
  } catch (error) {
    throw startFault(error);
  }
}

function exitOf(child: ChildProcess): Promise<ShellExit> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === null ? { code } : { code: null, signal }));
  });
}

interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Where the first process of a namespace tells how it goes. */
  readonly report: Duplex | null;
}

function pipesOf({ stdin, stdout, stderr, stdio }: ChildProcess): Pipes {
  const report = stdio[3] instanceof Duplex ? stdio[3] : null;
  // Whoever listens hears of errors too; nobody has to.
  for (const stream of [stdin, stdout, stderr, report]) stream?.on("error", () => undefined);
  if (stdin === null || stdout === null || stderr === null) throw startFault("it has no pipes");
  return { stdin, stdout, stderr, report };
}

interface Watched {
  readonly tree: ProcessTree;
  readonly exited: Promise<ProgramExit>;
}

/** What is left of a program that ended by itself gets this long to follow. */
const FOLLOW_MS = 200;

function inGroup(child: ChildProcess, gone: Promise<ShellExit>, { mark, onGone }: StartPlan): Watched {
  const tree = createGroupTree(child, mark);
  void gone.then(() => tree.end(FOLLOW_MS)).then(onGone);
  return { tree, exited: gone.then(toProgramExit) };
}

/** A machine that is this slow is not waited for. */
const START_MS = 10_000;

/** What a program leaves in a namespace is ended by the kernel. */
async function inNamespace(
  child: ChildProcess,
  report: Duplex | null,
  gone: Promise<ShellExit>,
): Promise<Watched> {
  const { started, exited } = listenToInit(report, gone);
  const tree = createNamespaceTree(child, gone);
  if (await Promise.race([started, sleep(START_MS, false, { ref: false })])) {
    report?.write(STILL_HERE);
    return { tree, exited: exited.then(({ exit }) => toProgramExit(exit)) };
  }
  await tree.end(0);
  throw new Fault("unavailable", "The program could not be started: there is no further PID namespace.", {
    hint: "Try again when fewer programs are running.",
  });
}

function toProgramExit({ code, signal }: ShellExit): ProgramExit {
  return { code, signal: signal ?? null };
}

function release(child: ChildProcess): void {
  for (const stream of child.stdio) stream?.destroy();
  child.unref();
}

function startFault(error: unknown): Fault {
  const why = error instanceof Error ? error.message : String(error);
  return new Fault("unavailable", `The program could not be started: ${why}.`, {
    hint: why.includes("E2BIG") ? "Its arguments and environment are too long." : undefined,
    cause: error,
  });
}
