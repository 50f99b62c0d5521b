import type { ShellExit, ShellHandle, ShellSpawnOptions } from "../../kernel/index.ts";
import type { ExecPlan } from "./exec-command.ts";
import { createExitReport } from "./exit-report.ts";
import { drained, launch, type Launched } from "./launch.ts";
import { endGroup, signalGroup } from "./process-group.ts";

/** Starts a command that goes on by itself. */
export async function spawnCommand(plan: ExecPlan, options: ShellSpawnOptions): Promise<ShellHandle> {
  options.cancel?.throwIfAborted();
  const output = options.onOutput === undefined ? "ignore" : "pipe";
  const launched = await launch({ ...plan, stdin: "ignore", output });
  streamOutput(launched, options.onOutput);
  const group = createGroup(launched, plan.graceMs);
  options.cancel?.addEventListener("abort", group.end, { once: true });
  if (options.cancel?.aborted === true) group.end();
  const exited = reportable(launched).finally(() => options.cancel?.removeEventListener("abort", group.end));
  return { pid: launched.pid, kill: group.kill, onExit: createExitReport(exited) };
}

function createGroup({ pid, child }: Launched, graceMs: number) {
  let isOver = false;
  child.once("exit", () => {
    // Once the group is empty its number may be given to somebody else's.
    isOver = !signalGroup(pid, 0);
  });
  return {
    end: () => void endGroup(pid, graceMs),
    kill: (signal = "SIGTERM") => {
      if (!isOver) signalGroup(pid, signal);
    },
  };
}

function streamOutput({ child }: Launched, onOutput: ShellSpawnOptions["onOutput"]): void {
  for (const name of ["stdout", "stderr"] as const) {
    child[name]?.on("data", (chunk: Buffer) => {
      try {
        onOutput?.(name, chunk);
      } catch {
        // A listener's own mistake does not stop the command.
      }
    });
  }
}

/** The exit, told once its last words are out. */
async function reportable(launched: Launched): Promise<ShellExit> {
  const exit = await launched.exited;
  await drained(launched);
  return exit;
}
