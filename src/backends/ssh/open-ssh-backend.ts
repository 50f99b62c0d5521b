import { posix } from "node:path";
import { type Fs, protectedReason, type Search, type Shell } from "../../kernel/index.ts";
import { plainPath } from "../plain-path.ts";
import { type Connection, openConnection } from "./connection.ts";
import type { RefuseWrite } from "./judge-change.ts";
import { createRemoteFs } from "./remote-fs.ts";
import { createRemoteSearch } from "./remote-search.ts";
import { createRemoteShell } from "./remote-shell.ts";
import type { SshHost } from "./ssh-arguments.ts";

/** Which host to work on, and where on it. */
export interface SshBackendOptions extends SshHost {
  /** The working directory there, as an absolute path. */
  readonly cwd: string;
  /** Further folders there that files may be in, beside the working directory. */
  readonly roots?: readonly string[];
  /** Why a path must not be changed; protected files by default. */
  readonly refuseWrite?: RefuseWrite;
  /** Added to the environment of commands. */
  readonly env?: Readonly<Record<string, string>>;
  /** How long a process that was asked to end may take before it is killed. */
  readonly graceMs?: number;
}

/** The seams on another machine. */
export interface SshBackend {
  readonly fs: Fs;
  readonly shell: Shell;
  readonly search: Search;
  /** Ends what is running there, and the connection. */
  close(): Promise<void>;
}

/** Works on a host over the system's own ssh; nothing is installed there, but it must have python3. */
export async function openSshBackend(options: SshBackendOptions): Promise<SshBackend> {
  const cwd = plainPath(options.cwd, { syscall: "realpath", path: options.cwd });
  const roots = [cwd, ...(options.roots ?? []).map((root) => posix.resolve(cwd, root))];
  return backendOn(await openConnection(options, { files: { roots }, commands: {} }), { ...options, cwd });
}

/** The seams over a connection that is open. */
export function backendOn(connection: Connection, options: SshBackendOptions): SshBackend {
  const { refuseWrite = protectedReason, host, cwd, env = {}, graceMs = GRACE_MS } = options;
  const fs = createRemoteFs({ channel: () => connection.files(), refuseWrite });
  return {
    fs,
    shell: createRemoteShell({ channel: () => connection.commands(), host, cwd, env, graceMs }),
    search: createRemoteSearch(fs),
    close: () => connection.close(),
  };
}

const GRACE_MS = 500;
