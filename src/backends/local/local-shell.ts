import { resolve } from "node:path";
import type { Shell, ShellLaunchOptions } from "../../kernel/index.ts";
import { childEnvironment } from "./child-environment.ts";
import { type ExecPlan, execCommand } from "./exec-command.ts";
import { spawnCommand } from "./spawn-command.ts";

/** Where commands run, and what they are told. */
export interface LocalShellOptions {
  readonly cwd: string;
  /** Added to the allow-listed part of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a process that was asked to end may take before it is killed. */
  readonly graceMs?: number;
}

const GRACE_MS = 500;

/**
 * The machine's own bash, or sh where there is none.
 * What a captured command leaves running in its process group ends with it; `spawn` is for what is meant to go on.
 */
export function createLocalShell(shell: LocalShellOptions): Shell {
  return {
    exec: async (command, options = {}) => execCommand(planFor(shell, command, options), options),
    spawn: async (command, options = {}) => spawnCommand(planFor(shell, command, options), options),
  };
}

function planFor(shell: LocalShellOptions, command: string, options: ShellLaunchOptions): ExecPlan {
  return {
    command,
    cwd: resolve(shell.cwd, options.cwd ?? "."),
    env: childEnvironment(process.env, shell.env, options.env),
    graceMs: shell.graceMs ?? GRACE_MS,
  };
}
