import { randomBytes } from "node:crypto";
import { resolve } from "node:path";
import type { Shell, ShellLaunchOptions } from "../../kernel/index.ts";
import { childEnvironment } from "./child-environment.ts";
import { type ExecPlan, execCommand } from "./exec-command.ts";
import { findNamespace } from "./find-namespace.ts";
import type { NamespaceWay } from "./launch-line.ts";
import { createPipePool } from "./pipe-pool.ts";
import { spawnCommand } from "./spawn-command.ts";

/** Where commands run, and what they are told. */
export interface LocalShellOptions {
  readonly cwd: string;
  /** Added to the allow-listed part of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a process that was asked to end may take before it is killed. */
  readonly graceMs?: number;
  /** False to do without a PID namespace even where the machine would allow one. */
  readonly namespace?: boolean;
}

const GRACE_MS = 500;

/** Names the command that a process belongs to, in the environment of each of them. */
export const MARK_VARIABLE = "DECKHAND_JOB";

/**
 * The machine's own bash, or sh where there is none.
 * Where the machine allows it each command has a PID namespace of its own, so that nothing it starts can outlive it or us;
 * elsewhere it has a process group, and what left that is looked for. What a command leaves running ends with it.
 */
export function createLocalShell(shell: LocalShellOptions): Shell {
  const takePipes = createPipePool();
  let namespace: Promise<NamespaceWay | undefined> | undefined;
  return {
    exec: async (command, options = {}) => execCommand(await planFor(command, options), options),
    spawn: async (command, options = {}) => spawnCommand(await planFor(command, options), options),
  };

  async function planFor(command: string, options: ShellLaunchOptions): Promise<ExecPlan> {
    const id = randomBytes(8).toString("hex");
    const env = childEnvironment(process.env, shell.env, options.env, { [MARK_VARIABLE]: id });
    namespace ??= shell.namespace === false ? Promise.resolve(undefined) : findNamespace(env);
    return {
      command,
      cwd: resolve(shell.cwd, options.cwd ?? "."),
      env,
      mark: `${MARK_VARIABLE}=${id}`,
      namespace: await namespace,
      takePipes,
      graceMs: shell.graceMs ?? GRACE_MS,
    };
  }
}
