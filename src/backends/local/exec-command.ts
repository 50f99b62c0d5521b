import { setTimeout as sleep } from "node:timers/promises";
import { createBoundedCapture, type ShellExecOptions, type ShellExecResult } from "../../kernel/index.ts";
import { hearOutput } from "./heard-output.ts";
import type { InitReport } from "./init-script.ts";
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
    const { exit, leavesNothing } = await Promise.race([launched.exited, limits.givenUp]);
    if (!limits.wasHit()) await output.quiet();
    const leftRunning = leavesNothing || limits.wasHit() ? 0 : await stayingIn(launched.tree);
    await launched.tree.end(plan.graceMs);
    await output.quiet();
    options.cancel?.throwIfAborted();
    const survivors = leavesNothing ? 0 : launched.tree.count();
    return {
      stdout: stdout.text(),
      stderr: stderr.text(),
      ...exit,
      ...(limits.isTimedOut() ? { timedOut: true } : {}),
      ...(leftRunning > 0 ? { leftRunning } : {}),
      ...(survivors > 0 ? { survivors } : {}),
    };
  } finally {
    limits.lift();
    launched.release();
  }
}

const LEAVING_MS = 20;
const LEAVING_LOOKS = 5;

/** How many processes stay: one that has closed its output may still be on its way out. */
async function stayingIn(tree: Launched["tree"]): Promise<number> {
  for (let look = 0; look < LEAVING_LOOKS && tree.count() > 0; look += 1) await sleep(LEAVING_MS);
  return tree.count();
}

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** How long after everybody was killed we wait to be told. */
const NEWS_MS = 1_000;

/** What is known of a command that does not end: it may wait for a device, or belong to somebody else by now. */
const ENDLESS: InitReport = { exit: { code: null, signal: "SIGKILL" }, leavesNothing: false };

/** Ends everything at the time limit or when the call is taken back. */
function watchLimits({ tree }: Launched, { cancel, timeoutMs }: ShellExecOptions, graceMs: number) {
  let isHit = false;
  let timedOut = false;
  let timer: NodeJS.Timeout | undefined;
  const over = new AbortController();
  const givenUp = new Promise<InitReport>((resolve) => {
    const end = async () => {
      isHit = true;
      await tree.end(graceMs);
      await sleep(NEWS_MS, undefined, { ref: false });
      resolve(ENDLESS);
    };
    const endInTime = () => {
      timedOut = true;
      void end();
    };
    if (timeoutMs !== undefined) timer = setTimeout(endInTime, Math.min(timeoutMs, LONGEST_MS));
    cancel?.addEventListener("abort", () => void end(), { once: true, signal: over.signal });
    if (cancel?.aborted === true) void end();
  });
  return {
    /** What there is to say when even force did not end it. */
    givenUp,
    wasHit: () => isHit,
    isTimedOut: () => timedOut,
    lift: () => {
      clearTimeout(timer);
      // Without a reason of ours an error is made for it, at a price.
      over.abort("over");
    },
  };
}
