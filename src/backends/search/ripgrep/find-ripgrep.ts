import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";

/** The oldest ripgrep that knows every flag in use. */
const OLDEST = 13;

/** Finds a ripgrep to run: one on the PATH that is new enough, else the one that came with the package. */
export async function findRipgrep(path: string = process.env["PATH"] ?? ""): Promise<string | undefined> {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  // A relative entry would let the folder one happens to be in choose the program.
  for (const folder of path.split(delimiter).filter(isAbsolute)) {
    const candidate = join(folder, name);
    if (await isUsable(candidate)) return candidate;
  }
  return bundledRipgrep();
}

async function isUsable(candidate: string): Promise<boolean> {
  try {
    await access(candidate, constants.X_OK);
    const { stdout } = await promisify(execFile)(candidate, ["--version"], { timeout: 5_000, env: {} });
    return Number(/^ripgrep (\d+)\./.exec(stdout)?.[1]) >= OLDEST;
  } catch {
    return false;
  }
}

/** The package throws when it has no program for this platform. */
async function bundledRipgrep(): Promise<string | undefined> {
  try {
    return (await import("@vscode/ripgrep")).rgPath;
  } catch {
    return undefined;
  }
}
