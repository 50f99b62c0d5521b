import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, statSync } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, FsFault, type ShellExit } from "../../kernel/index.ts";
import { descriptorsOf, listenToHelper } from "./helper-descriptors.ts";
import { type InitReport, listenToInit } from "./init-script.ts";
import { type LaunchLine, launchLine, type NamespaceWay } from "./launch-line.ts";
import { createNamespaceTree } from "./namespace-tree.ts";
import { type OutputStreams, type PreparedOutput, prepareOutput } from "./output-streams.ts";
import type { TakePipes } from "./pipe-pool.ts";
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
  readonly takePipes: TakePipes;
}

/** A started command and everything it starts. */
export interface Launched extends OutputStreams {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly tree: ProcessTree;
  /** Its own end, though what it started may go on. */
  readonly exited: Promise<InitReport>;
  /** The end of its pipes. */
  readonly closed: Promise<unknown>;
  /** Lets go of it, whatever state it is in. */
  release(): void;
}

const START_MS = 500;

/** Starts a command, or throws what would work instead. */
export async function launch(plan: LaunchPlan): Promise<Launched> {
  const prepared = await prepareOutput(plan.output, plan.takePipes);
  const child = spawnShell(plan, prepared);
  const said = listenToHelper(child);
  const gone = new Promise<ShellExit>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === null ? { code } : { code: null, signal }));
  });
  const streams = prepared.connect(child, plan.namespace === undefined ? 2 : 4);
  const held = [child.stdin, streams.stdout, streams.stderr, child.stderr, reportOf(child)];
  for (const stream of held) stream?.on("error", () => undefined);
  const release = () => {
    for (const stream of held) stream?.destroy();
    child.unref();
  };
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.on("error", (error) => reject(launchFault(error, plan)));
    });
    const closed = Promise.all([gone, closeOf(streams.stdout), closeOf(streams.stderr)]);
    const started = { child, ...streams, pid: child.pid ?? 0, closed, release };
    return plan.namespace === undefined
      ? inGroup(started, gone, plan.mark)
      : await inNamespace(started, gone, () => plan.namespace?.explain?.(said()) ?? noNamespace());
  } catch (error) {
    release();
    throw error;
  }
}

type Started = Omit<Launched, "tree" | "exited">;

function inGroup(started: Started, gone: Promise<ShellExit>, mark: string): Launched {
  const exited = gone.then((exit) => ({ exit, leavesNothing: false }));
  return { ...started, exited, tree: createGroupTree(started.child, mark) };
}

async function inNamespace(
  start: Started,
  gone: Promise<ShellExit>,
  refusal: () => Fault,
): Promise<Launched> {
  const { started, exited } = listenToInit(reportOf(start.child), gone);
  // Before that, a signal would find nobody; but a command that takes the whole machine may leave no time to say so.
  const isStarted = await Promise.race([started, sleep(START_MS, true, { ref: false })]);
  if (!isStarted) {
    await Promise.all([gone, closeOf(start.child.stderr)]);
    throw refusal();
  }
  return { ...start, exited, tree: createNamespaceTree(start.child, gone) };
}

function closeOf(stream: Readable | null): Promise<void> {
  return new Promise((resolve) => {
    if (stream === null || stream.closed) resolve();
    else stream.once("close", resolve);
  });
}

/** Where the first process of a namespace tells how it goes. */
function reportOf({ stdio }: ChildProcess): Readable | null {
  return stdio[3] instanceof Readable ? stdio[3] : null;
}

function noNamespace(): Fault {
  return new Fault("unavailable", "The command could not be started: there is no further PID namespace.", {
    hint: "Try again when fewer commands are running.",
  });
}

function spawnShell(plan: LaunchPlan, prepared: PreparedOutput): ChildProcess {
  let given: NonNullable<LaunchLine["given"]> = [];
  try {
    const { program, args, env, ...line } = launchLine(plan.command, plan.env, plan.namespace);
    given = line.given ?? [];
    const child = spawn(program, args, {
      cwd: plan.cwd,
      env,
      detached: true,
      stdio: descriptorsOf(plan.namespace, plan.stdin, prepared.given, given),
    });
    if (child.pid !== undefined) plan.namespace?.begun?.(child.pid);
    return child;
  } catch (error) {
    prepared.drop();
    throw launchFault(error, plan);
  } finally {
    for (const each of given) if (each !== undefined) closeSync(each);
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
