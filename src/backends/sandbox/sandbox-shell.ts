import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import type { Shell, ShellExecResult, ShellHandle, ShellLaunchOptions } from "../../kernel/index.ts";
import { type ExecPlan, execCommand } from "../local/exec-command.ts";
import { MARK_VARIABLE } from "../local/local-shell.ts";
import { createPipePool } from "../local/pipe-pool.ts";
import { spawnCommand } from "../local/spawn-command.ts";
import { fixArguments } from "./bubblewrap-line.ts";
import type { Guard } from "./guard.ts";
import type { SandboxOptions } from "./sandbox.ts";
import { sandboxEnvironment } from "./sandbox-environment.ts";
import type { SandboxLayout } from "./sandbox-layout.ts";
import { type SandboxMeans, sandboxWay } from "./sandbox-way.ts";

/** What a sandbox's shell is made of. */
export interface SandboxParts {
  readonly means: SandboxMeans;
  readonly layout: SandboxLayout;
  readonly guard: Guard;
}

const GRACE_MS = 500;

/** A shell each of whose commands has a sandbox of its own; the machinery is the local shell's. */
export function createSandboxShell({ means, layout, guard }: SandboxParts, options: SandboxOptions): Shell {
  const takePipes = createPipePool();
  const known = sandboxEnvironment(layout.home);
  const fixed = fixArguments(layout, known, means.limits.scratchBytes);
  return {
    exec: async (command, asked = {}) => {
      const plan = await planFor(command, asked);
      try {
        const { wallMs, processes } = means.limits;
        return judgedCrowd(
          await execCommand(plan, { ...asked, timeoutMs: asked.timeoutMs ?? wallMs }),
          processes,
        );
      } finally {
        guard.leave();
      }
    },
    spawn: async (command, asked = {}) => {
      const plan = await planFor(command, asked);
      let handle: ShellHandle;
      try {
        handle = await spawnCommand(plan, asked);
      } catch (error) {
        guard.leave();
        throw error;
      }
      handle.onExit(() => guard.leave());
      return handle;
    },
  };

  /** Whoever gets a plan leaves the guard. */
  async function planFor(command: string, asked: ShellLaunchOptions): Promise<ExecPlan> {
    asked.cancel?.throwIfAborted();
    const network = await options.network?.();
    const id = randomBytes(8).toString("hex");
    const cwd = resolve(options.cwd, asked.cwd ?? ".");
    const guarded = await guard.enter();
    const plan = { fixed, guarded, cwd, isAlone: guard.isAlone(), entrance: network?.enter };
    return {
      command,
      cwd,
      env: { ...known, ...network?.env, ...options.env, ...asked.env, [MARK_VARIABLE]: id },
      mark: `${MARK_VARIABLE}=${id}`,
      namespace: sandboxWay(means, plan),
      takePipes,
      graceMs: options.graceMs ?? GRACE_MS,
    };
  }
}

/** Whoever starts processes until no more fit and goes away has not succeeded, whatever its own exit code. */
function judgedCrowd(ended: ShellExecResult, most: number): ShellExecResult {
  const { leftRunning = 0, stderr } = ended;
  if (leftRunning < most / 2) return ended;
  const note = `It had left ${leftRunning} processes running, close to the limit of ${most}; all were ended.\n`;
  return { ...ended, stderr: `${stderr}${note}`, code: null, signal: "SIGKILL" };
}
