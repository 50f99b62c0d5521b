import type { ShellExecOptions, ShellExecResult } from "../../kernel/index.ts";
import { type BoundedCapture, createBoundedCapture } from "./bounded-capture.ts";
import { drained, launch, type Launched, type LaunchPlan } from "./launch.ts";
import { endGroup } from "./process-group.ts";

/** How a command is started and ended here. */
export interface ExecPlan extends Omit<LaunchPlan, "stdin" | "output"> {
  readonly graceMs: number;
}

/** What is kept of each stream unless told otherwise. */
const KEPT_BYTES = 1024 * 1024;

/** Runs a command to its end and leaves no process of its group behind. */
export async function execCommand(plan: ExecPlan, options: ShellExecOptions): Promise<ShellExecResult> {
  options.cancel?.throwIfAborted();
  const stdin = options.input === undefined ? "ignore" : "pipe";
  const launched = await launch({ ...plan, stdin, output: "pipe" });
  const stdout = captured(launched, "stdout", options.maxOutputBytes);
  const stderr = captured(launched, "stderr", options.maxOutputBytes);
  launched.child.stdin?.end(options.input);
  const limits = watchLimits(launched, options, plan.graceMs);
  try {
    const exit = await launched.exited;
    if (!limits.wasHit()) await drained(launched);
    await endGroup(launched.pid, plan.graceMs);
    await drained(launched);
    options.cancel?.throwIfAborted();
    return {
      stdout: stdout.text(),
      stderr: stderr.text(),
      ...exit,
      ...(limits.isTimedOut() ? { timedOut: true } : {}),
    };
  } finally {
    limits.lift();
    launched.child.stdout?.destroy();
    launched.child.stderr?.destroy();
  }
}

function captured(
  { child }: Launched,
  name: "stdout" | "stderr",
  maxBytes: number = KEPT_BYTES,
): BoundedCapture {
  const capture = createBoundedCapture(maxBytes);
  child[name]?.on("data", (chunk: Buffer) => capture.add(chunk));
  return capture;
}

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Ends the whole group at the time limit or when the call is taken back. */
function watchLimits({ pid }: Launched, { cancel, timeoutMs }: ShellExecOptions, graceMs: number) {
  let isHit = false;
  let timedOut = false;
  const end = () => {
    isHit = true;
    void endGroup(pid, graceMs);
  };
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () => {
            timedOut = true;
            end();
          },
          Math.min(timeoutMs, LONGEST_MS),
        );
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
