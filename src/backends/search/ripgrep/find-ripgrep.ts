import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { promisify } from "node:util";

/** The oldest ripgrep that reads ignore rules as the walk does: earlier ones lose rules from folders above. */
const OLDEST = 15;

/** Where to look for ripgrep. */
export interface RipgrepPlaces {
  /** The one that came with the package; undefined where the platform has none. */
  readonly bundled?: () => Promise<string | undefined>;
  /** A list of folders, as in the environment's PATH. */
  readonly path?: string;
}

/** Finds a ripgrep to run: the one that came with the package, whose behaviour is known, else a new enough one on the PATH. */
export async function findRipgrep(places: RipgrepPlaces = {}): Promise<string | undefined> {
  const { bundled = bundledRipgrep, path = process.env["PATH"] ?? "" } = places;
  return (await bundled()) ?? ripgrepOn(path);
}

async function ripgrepOn(path: string): Promise<string | undefined> {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  // A relative entry would let the folder one happens to be in choose the program.
  for (const folder of path.split(delimiter).filter((entry) => isAbsolute(entry))) {
    const candidate = join(folder, name);
    if (await isUsable(candidate)) return candidate;
  }
  return undefined;
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
