import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, FsFault, type ShellExit } from "../../kernel/index.ts";
import { type InitReport, listenToInit } from "./init-script.ts";
import { launchLine, type NamespaceWay } from "./launch-line.ts";
import { createNamespaceTree } from "./namespace-tree.ts";
import { createGroupTree } from "./process-group.ts";
import type { ProcessTree } from "./process-tree.ts";

/** Everything a command is started with. */
export interface LaunchPlan {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** A setting in `env` that no other command has. */
  readonly mark: string;
  readonly namespace: NamespaceWay | undefined;
  readonly stdin: "ignore" | "pipe";
  readonly output: "ignore" | "pipe";
}

/** A started command and everything it starts. */
export interface Launched {
  readonly child: ChildProcess;
  readonly stdout: Readable | null;
  readonly stderr: Readable | null;
  readonly pid: number;
  readonly tree: ProcessTree;
  /** Its own end, though what it started may go on. */
  readonly exited: Promise<InitReport>;
  /** The end of its pipes. */
  readonly closed: Promise<void>;
}

const START_MS = 500;

/** Starts a command, or throws what would work instead. */
export async function launch(plan: LaunchPlan): Promise<Launched> {
  const child = spawnShell(plan);
  const gone = new Promise<ShellExit>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === null ? { code } : { code: null, signal }));
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.on("error", (error) => reject(launchFault(error, plan)));
  });
  for (const stream of child.stdio) stream?.on("error", () => undefined);
  const pid = child.pid ?? 0;
  const { stdout, stderr } = child;
  if (plan.namespace === undefined) {
    const exited = gone.then((exit) => ({ exit, leavesNothing: false }));
    return { child, stdout, stderr, pid, closed, exited, tree: createGroupTree(child, plan.mark) };
  }
  const { started, exited } = listenToInit(readable(child, 3), gone);
  // Before that, a signal would find nobody; but a command that takes the whole machine may leave no time to say so.
  const isStarted = await Promise.race([started, sleep(START_MS, true, { ref: false })]);
  if (!isStarted) throw noNamespace();
  const tree = createNamespaceTree(child, gone);
  return { child, stdout, stderr: readable(child, 4), pid, closed, exited, tree };
}

function readable({ stdio }: ChildProcess, descriptor: 3 | 4): Readable | null {
  const stream = stdio[descriptor];
  return stream instanceof Readable ? stream : null;
}

function noNamespace(): Fault {
  return new Fault("unavailable", "The command could not be started: there is no further PID namespace.", {
    hint: "Try again when fewer commands are running.",
  });
}

function spawnShell(plan: LaunchPlan): ChildProcess {
  const { program, args, env } = launchLine(plan.command, plan.env, plan.namespace);
  const { stdin, output } = plan;
  try {
    return spawn(program, args, {
      cwd: plan.cwd,
      env,
      detached: true,
      stdio:
        plan.namespace === undefined ? [stdin, output, output] : [stdin, output, "ignore", "pipe", output],
    });
  } catch (error) {
    throw launchFault(error, plan);
  }
}

function launchFault(error: unknown, { command, cwd }: Pick<LaunchPlan, "command" | "cwd">): Fault {
  if (!existsSync(cwd)) return new FsFault("ENOENT", { syscall: "chdir", path: cwd });
  if (!statSync(cwd).isDirectory()) return new FsFault("ENOTDIR", { syscall: "chdir", path: cwd });
  if (command.includes("\0")) {
    return new Fault("invalid_input", "The command holds a NUL byte, which no shell accepts.", {
      hint: "Take it out, or write the bytes to a file first.",
    });
  }
  const why = error instanceof Error ? error.message : String(error);
  return new Fault("tool_error", `The command could not be started: ${why}.`, {
    hint: why.includes("E2BIG")
      ? "It is too long for one command: put it into a script file and run that."
      : undefined,
    cause: error,
  });
}
