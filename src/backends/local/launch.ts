import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Fault, FsFault, type ShellExit } from "../../kernel/index.ts";

/** Everything a command is started with. */
export interface LaunchPlan {
  readonly command: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: "ignore" | "pipe";
  readonly output: "ignore" | "pipe";
}

/** A started command, leader of its own process group. */
export interface Launched {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Its own end, though others may still hold its pipes. */
  readonly exited: Promise<ShellExit>;
  /** The end of its pipes. */
  readonly closed: Promise<void>;
}

/** Starts a command, or throws what would work instead. */
export async function launch(plan: LaunchPlan): Promise<Launched> {
  const child = spawnShell(plan);
  const exited = new Promise<ShellExit>((resolve) => {
    child.once("exit", (code, signal) => resolve(signal === null ? { code } : { code: null, signal }));
  });
  const closed = new Promise<void>((resolve) => {
    child.once("close", () => resolve());
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.on("error", (error) => reject(launchFault(error, plan)));
  });
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on("error", () => undefined);
  return { child, pid: child.pid ?? 0, exited, closed };
}

function spawnShell({ command, cwd, env, stdin, output }: LaunchPlan): ChildProcess {
  try {
    const shell = shellProgram(env["PATH"] ?? "");
    // Without --norc bash takes a socket on standard input for a remote login and reads start-up files.
    const flags = shell.endsWith("bash") ? ["--norc", "-c", "--"] : ["-c", "--"];
    return spawn(shell, [...flags, command], {
      cwd,
      env,
      detached: true,
      stdio: [stdin, output, output],
    });
  } catch (error) {
    throw launchFault(error, { command, cwd });
  }
}

/** bash where there is one; names relative to the working directory are never trusted. */
function shellProgram(path: string): string {
  const folders = ["/bin", "/usr/bin", ...path.split(delimiter).filter(isAbsolute)];
  return folders.map((folder) => join(folder, "bash")).find((program) => existsSync(program)) ?? "/bin/sh";
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

const QUIET_MS = 100;
const CHATTER_MS = 2_000;

/** Waits until the pipes close, or until those who still hold them have been quiet for a moment. */
export async function drained({ child, closed }: Launched): Promise<void> {
  let heardAt = performance.now();
  const hear = () => {
    heardAt = performance.now();
  };
  const isOver = closed.then(() => true);
  child.stdout?.on("data", hear);
  child.stderr?.on("data", hear);
  const giveUpAt = heardAt + CHATTER_MS;
  while (performance.now() < Math.min(heardAt + QUIET_MS, giveUpAt)) {
    if (await Promise.race([isOver, sleep(QUIET_MS / 5, false, { ref: false })])) break;
  }
  child.stdout?.off("data", hear);
  child.stderr?.off("data", hear);
}
