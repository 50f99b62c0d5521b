import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createHostGit, findRipgrep } from "../../../backends/index.ts";
import { oldestNode } from "../version.ts";
import type { Check } from "./check.ts";

/** Whether this Node is new enough. */
export async function checkNode(
  running = process.versions.node,
  oldest = oldestNode(),
): Promise<readonly Check[]> {
  if (isAtLeast(running, oldest)) return [{ name: "node", state: "ok", says: `Node ${running}` }];
  return [
    {
      name: "node",
      state: "fail",
      says: `Node ${running} is too old`,
      mend: `install Node ${oldest} or later`,
    },
  ];
}

function isAtLeast(running: string, oldest: string): boolean {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [leastMajor = 0, leastMinor = 0] = oldest.split(".").map(Number);
  return major > leastMajor || (major === leastMajor && minor >= leastMinor);
}

/** Whether git answers. */
export async function checkGit(cwd: string, env: NodeJS.ProcessEnv = process.env): Promise<readonly Check[]> {
  const { code, stdout } = await createHostGit(env)(["--version"], { cwd });
  if (code === 0) return [{ name: "git", state: "ok", says: stdout.toString("utf8").trim() }];
  return [
    {
      name: "git",
      state: "warn",
      says: "git cannot be run, so nothing is known of repositories",
      mend: "install git, and see that it is on the PATH",
    },
  ];
}

const RIPGREP_MS = 5000;

/** Whether there is a ripgrep to search with. */
export async function checkRipgrep(
  find: () => Promise<string | undefined> = () => findRipgrep(),
): Promise<readonly Check[]> {
  const program = await find();
  const said = program === undefined ? undefined : await firstLine(program);
  if (said !== undefined) return [{ name: "ripgrep", state: "ok", says: said }];
  return [
    {
      name: "ripgrep",
      state: "warn",
      says: "there is no ripgrep, so searches go a slower way",
      mend: "install the optional parts of the package again, or ripgrep 15 or later",
    },
  ];
}

async function firstLine(program: string): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"], { timeout: RIPGREP_MS, env: {} });
    return stdout.split("\n")[0]?.trim();
  } catch {
    return undefined;
  }
}
