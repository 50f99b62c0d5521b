import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { noSshFault } from "./connect-fault.ts";

/** What ssh needs of our environment: nothing else can be sent on to the host. */
const SSH_SETTINGS = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "SSH_AUTH_SOCK",
  "KRB5CCNAME",
  "XDG_RUNTIME_DIR",
];

/** The system's ssh at work. */
export type SshProcess = ChildProcess & {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
};

/** In a session of its own: an interrupt of our terminal is ours, and nobody can be asked for a password. */
export function startSsh(args: readonly string[]): SshProcess {
  const env = Object.fromEntries(
    SSH_SETTINGS.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  ) as Record<string, string>;
  try {
    const ssh = spawn("ssh", args, { env: { ...env, LC_ALL: "C" }, detached: true, stdio: "pipe" });
    // A host that is gone shows by the end of ssh.
    for (const stream of ssh.stdio) stream?.on("error", () => undefined);
    return ssh;
  } catch (error) {
    throw noSshFault(error);
  }
}

/** How ssh ended, or why it could not be started. */
export interface SshEnd {
  readonly code: number | null;
  readonly error?: Error;
}

/** Waits for the end of ssh and of all it printed. */
export function endOf(ssh: ChildProcess): Promise<SshEnd> {
  return new Promise((resolve) => {
    ssh.once("error", (error) => resolve({ code: null, error }));
    ssh.once("close", (code) => resolve({ code }));
  });
}

const KEPT_WORDS = 8_192;

/** Remembers the end of what a stream says. */
export function lastWords(stream: Readable): () => string {
  let words = "";
  stream.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-KEPT_WORDS);
  });
  return () => words;
}

const LEAVE_MS = 2_000;

/** The agent leaves when nobody speaks to it any more, and ssh with it. */
export async function closeSsh(ssh: SshProcess, ended: Promise<unknown>): Promise<void> {
  ssh.stdin.end();
  const timer = setTimeout(() => ssh.kill("SIGKILL"), LEAVE_MS);
  await ended;
  clearTimeout(timer);
}
