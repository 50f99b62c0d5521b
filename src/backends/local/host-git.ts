import { spawn } from "node:child_process";
import { devNull } from "node:os";
import { isAbsolute, relative, resolve } from "node:path";

/** What git said. */
export interface GitAnswer {
  /** Null when it did not end by itself: no git, out of time, too much to say. */
  readonly code: number | null;
  readonly stdout: Buffer;
  /** Whether there was more than could be kept. */
  readonly isCut: boolean;
}

/** How git is asked. */
export interface GitQuestion {
  readonly cwd: string;
  readonly input?: string;
  readonly mostBytes?: number;
  /** Settings on top of what guards every question. */
  readonly settings?: readonly (readonly [string, string])[];
}

/** Asks git something on this machine. Contract: never rejects, and ends in bounded time with bounded output. */
export type AskGit = (args: readonly string[], question: GitQuestion) => Promise<GitAnswer>;

const TIME_LIMIT_MS = 3_000;
const MOST_BYTES = 4 * 1024 * 1024;

/** Makes a git that can look into a repository nobody trusts: none of its settings gets a program run, and nothing is written or fetched. */
export function createHostGit(environment: NodeJS.ProcessEnv, timeLimitMs = TIME_LIMIT_MS): AskGit {
  return (args, { cwd, input = "", mostBytes = MOST_BYTES, settings = [] }) =>
    new Promise((settle) => {
      const child = spawn("git", ["--no-pager", "--no-replace-objects", "--literal-pathspecs", ...args], {
        cwd,
        env: { ...scrubbed(environment, cwd), ...asVariables([...GUARDS, ...settings]) },
        stdio: ["pipe", "pipe", "ignore"],
        timeout: timeLimitMs,
        killSignal: "SIGKILL",
      });
      const chunks: Buffer[] = [];
      let bytes = 0;
      let isCut = false;
      child.stdout.on("data", (chunk: Buffer) => {
        if (isCut) return;
        bytes += chunk.length;
        isCut = bytes > mostBytes;
        if (isCut) child.kill("SIGKILL");
        else chunks.push(chunk);
      });
      const end = (code: number | null): void => settle({ code, stdout: Buffer.concat(chunks), isCut });
      child.on("error", () => end(null));
      child.on("close", (code) => end(code));
      // Git may end before it has read everything.
      child.stdin.on("error", () => undefined);
      child.stdin.end(input);
    });
}

/** Settings of a repository by which git would start programs, speak to the network or look elsewhere. */
const GUARDS: readonly (readonly [string, string])[] = [
  ["core.fsmonitor", "false"],
  ["core.hooksPath", devNull],
  ["core.pager", "cat"],
  ["core.editor", "false"],
  ["core.askPass", "false"],
  ["core.sshCommand", "false"],
  ["core.gitProxy", ""],
  ["core.untrackedCache", "false"],
  ["credential.helper", ""],
  ["diff.external", ""],
  ["protocol.allow", "never"],
  ["protocol.ext.allow", "never"],
  ["log.showSignature", "false"],
  ["safe.bareRepository", "explicit"],
  ["submodule.recurse", "false"],
  ["gc.auto", "0"],
  ["maintenance.auto", "false"],
];

/** As variables, since names may hold any character. */
function asVariables(settings: readonly (readonly [string, string])[]): Record<string, string> {
  const pairs = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { GIT_CONFIG_COUNT: String(settings.length), ...Object.fromEntries(pairs) };
}

/** Of the environment, only where programs and the user's own settings are. */
function scrubbed({ PATH = "", HOME, XDG_CONFIG_HOME }: NodeJS.ProcessEnv, cwd: string): NodeJS.ProcessEnv {
  return {
    ...(HOME !== undefined && { HOME }),
    ...(XDG_CONFIG_HOME !== undefined && { XDG_CONFIG_HOME }),
    PATH: trustedPath(PATH, cwd),
    LC_ALL: "C",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_NO_LAZY_FETCH: "1",
    // A list without any real protocol on it.
    GIT_ALLOW_PROTOCOL: "none",
    GIT_PAGER: "cat",
    GIT_EDITOR: "false",
    GIT_SSH_COMMAND: "false",
    GIT_ASKPASS: "false",
  };
}

/** A folder of the workspace, or a relative one, may hold a git of its own. */
function trustedPath(path: string, cwd: string): string {
  return path
    .split(":")
    .filter((folder) => isAbsolute(folder) && relative(resolve(cwd), folder).startsWith(".."))
    .join(":");
}
