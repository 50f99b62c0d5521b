import { createBoundedCapture, type ShellExecOptions, type ShellExecResult } from "../../kernel/index.ts";
import { hearOutput } from "./heard-output.ts";
import { launch, type Launched, type LaunchPlan } from "./launch.ts";

/** How a command is started and ended here. */
export interface ExecPlan extends Omit<LaunchPlan, "stdin" | "output"> {
  readonly graceMs: number;
}

/** What is kept of each stream unless told otherwise. */
const KEPT_BYTES = 1024 * 1024;

/** Runs a command to its end and leaves no process of it behind. */
export async function execCommand(plan: ExecPlan, options: ShellExecOptions): Promise<ShellExecResult> {
  options.cancel?.throwIfAborted();
  const stdin = options.input === undefined ? "ignore" : "pipe";
  const launched = await launch({ ...plan, stdin, output: "pipe" });
  const stdout = createBoundedCapture(options.maxOutputBytes ?? KEPT_BYTES);
  const stderr = createBoundedCapture(options.maxOutputBytes ?? KEPT_BYTES);
  const output = hearOutput(launched, (stream, chunk) => {
    (stream === "stdout" ? stdout : stderr).add(chunk);
    return options.onOutput?.(stream, chunk);
  });
  launched.child.stdin?.end(options.input);
  const limits = watchLimits(launched, options, plan.graceMs);
  try {
    const { exit, leavesNothing } = await launched.exited;
    if (!limits.wasHit()) await output.quiet();
    const leftRunning = leavesNothing || limits.wasHit() ? 0 : launched.tree.count();
    await launched.tree.end(plan.graceMs);
    await output.quiet();
    options.cancel?.throwIfAborted();
    return {
      stdout: stdout.text(),
      stderr: stderr.text(),
      ...exit,
      ...(limits.isTimedOut() ? { timedOut: true } : {}),
      ...(leftRunning > 0 ? { leftRunning } : {}),
    };
  } finally {
    limits.lift();
    for (const stream of launched.child.stdio) stream?.destroy();
  }
}

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Ends everything at the time limit or when the call is taken back. */
function watchLimits({ tree }: Launched, { cancel, timeoutMs }: ShellExecOptions, graceMs: number) {
  let isHit = false;
  let timedOut = false;
  const end = () => {
    isHit = true;
    void tree.end(graceMs);
  };
  const endInTime = () => {
    timedOut = true;
    end();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(endInTime, Math.min(timeoutMs, LONGEST_MS));
  cancel?.addEventListener("abort", end, { once: true });
  if (cancel?.aborted === true) end();
  return {
    wasHit: () => isHit,
    isTimedOut: () => timedOut,
    lift: () => {
      clearTimeout(timer);
      cancel?.removeEventListener("abort", end);
    },
  };
}
