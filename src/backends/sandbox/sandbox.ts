import { homedir } from "node:os";
import { Fault, type Fs, type Shell } from "../../kernel/index.ts";
import { createLocalFs } from "../local/local-fs.ts";
import { protectedOnDisk } from "../local/protected-on-disk.ts";
import { findMeans } from "./find-means.ts";
import { createGuard } from "./guard.ts";
import { probeSandbox, type SandboxProbe } from "./probe-sandbox.ts";
import { layOut } from "./sandbox-layout.ts";
import { type SandboxLimits, standardLimits } from "./sandbox-limits.ts";
import { createSandboxShell, type SandboxParts } from "./sandbox-shell.ts";

/** A network that was made for sandboxes, with granted hosts at its other end. */
export interface SandboxNetwork {
  /** The line that enters it, to go in front of another. */
  readonly enter: readonly string[];
  /** What programs inside are told. */
  readonly env: Readonly<Record<string, string>>;
}

/** What a sandbox is for. */
export interface SandboxOptions {
  /** The workspace. */
  readonly cwd: string;
  /** Further folders that commands may write to. */
  readonly roots?: readonly string[];
  /** Folders that nobody inside may see: Deckhand's own state and configuration before all. */
  readonly hidden?: readonly string[];
  /** Places below the home folder that are shown for reading, beside those of known tools. */
  readonly readable?: readonly string[];
  /** Added to the allow-listed part of this process's environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly home?: string;
  /** How long a process that was asked to end may take before it is killed. */
  readonly graceMs?: number;
  readonly limits?: Partial<SandboxLimits>;
  /** Asked before every command; without an answer there is no network. */
  readonly network?: () => SandboxNetwork | undefined | Promise<SandboxNetwork | undefined>;
}

/** A workspace on this machine whose commands run where they cannot hurt. */
export interface Sandbox {
  /** The local files, confined to the same folders: Deckhand itself reaches them, so they need no other walls. */
  readonly fs: Fs;
  /** Refuses every command where the walls do not hold; there is no switch for that. */
  readonly shell: Shell;
  /** Whether the walls hold, found out once by trying. */
  probe(): Promise<SandboxProbe>;
  /** To be called when no command runs any more. */
  close(): void;
}

/** Opens a sandbox under bubblewrap; nothing is looked for before the first command or `probe`. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const roots = [options.cwd, ...(options.roots ?? [])];
  let opened: Opened | undefined;
  let isClosed = false;
  let probing: Promise<SandboxProbe> | undefined;
  const open = (): Opened => (opened ??= openParts(options, roots));
  const probe = (): Promise<SandboxProbe> => (probing ??= tryWalls(open));
  const walled = async (): Promise<Shell> => {
    const found = await probe();
    if (isClosed) throw new Fault("unavailable", "The sandbox is closed: it runs no more commands.");
    if (found.works) return open().shell;
    throw new Fault("unavailable", `Commands cannot be run here: ${found.why}.`, { hint: found.hint });
  };
  return {
    fs: createLocalFs({ roots, refuseWrite: protectedOnDisk }),
    shell: {
      exec: async (command, asked) => (await walled()).exec(command, asked),
      spawn: async (command, asked) => (await walled()).spawn(command, asked),
    },
    probe,
    close: () => {
      isClosed = true;
      opened?.guard.close();
      opened?.means.budget?.close();
    },
  };
}

interface Opened extends SandboxParts {
  readonly shell: Shell;
}

function openParts(options: SandboxOptions, roots: readonly string[]): Opened {
  const layout = layOut({
    roots,
    home: options.home ?? homedir(),
    hidden: options.hidden ?? [],
    readable: options.readable ?? [],
    env: process.env,
  });
  const means = findMeans(layout.writable, { ...standardLimits(), ...options.limits });
  if ("why" in means) throw new Fault("unavailable", means.why, { hint: means.hint });
  const parts = {
    means,
    layout,
    guard: createGuard(
      layout.writable,
      layout.home,
      layout.hidden.map(({ path }) => path),
    ),
  };
  return { ...parts, shell: createSandboxShell(parts, options) };
}

async function tryWalls(open: () => Opened): Promise<SandboxProbe> {
  try {
    return await probeSandbox(open().shell);
  } catch (error) {
    if (error instanceof Fault) return { works: false, why: error.message, hint: error.hint ?? "" };
    throw error;
  }
}
