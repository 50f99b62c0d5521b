import { type ShellExit, type ShellHandle, type ShellSpawnOptions } from "../../kernel/index.ts";
import type { ExecPlan } from "./exec-command.ts";
import { createExitReport } from "./exit-report.ts";
import { type HeardOutput, hearOutput } from "./heard-output.ts";
import { createInput } from "./job-input.ts";
import { launch, type Launched } from "./launch.ts";
import { livingProcess } from "./process-table.ts";

/** Starts a command that goes on by itself. */
export async function spawnCommand(plan: ExecPlan, options: ShellSpawnOptions): Promise<ShellHandle> {
  const { cancel, onOutput } = options;
  cancel?.throwIfAborted();
  const launched = await launch({
    ...plan,
    stdin: options.input ?? "ignore",
    output: onOutput === undefined ? "ignore" : "pipe",
  });
  const { pid, tree } = launched;
  const startTime = livingProcess(pid)?.startTime;
  const output = hearOutput(launched, onOutput ?? (() => undefined));
  const end = () => void tree.end(plan.graceMs);
  cancel?.addEventListener("abort", end, { once: true });
  if (cancel?.aborted === true) end();
  const exited = wholeEnd(launched, output, plan.graceMs).finally(() =>
    cancel?.removeEventListener("abort", end),
  );
  return {
    pid,
    ...(startTime === undefined ? {} : { startTime }),
    kill: (signal = "SIGTERM") => tree.signal(signal),
    ...createInput(launched.child.stdin),
    onExit: createExitReport(exited),
  };
}

/** The exit, told once its last words are out and nothing of it is left. */
async function wholeEnd(launched: Launched, output: HeardOutput, graceMs: number): Promise<ShellExit> {
  const { exit } = await launched.exited;
  await output.quiet();
  await launched.tree.end(graceMs);
  await output.quiet();
  launched.release();
  return exit;
}
