import { dirname, join, resolve } from "node:path";
import { type Fs, isFsFault, type RemoveOptions } from "../../kernel/index.ts";
import { lookAt, type PlannedChange } from "./look-at.ts";

/** The folders that making a folder would make, the outermost first. */
export async function changesOfMkdir(fs: Fs, path: string): Promise<PlannedChange[]> {
  const missing: PlannedChange[] = [];
  for (let at = resolve(path); await isMissing(fs, at); at = dirname(at)) {
    missing.unshift({ path: at, before: {}, after: { is: "folder" } });
    if (dirname(at) === at) break;
  }
  return missing;
}

async function isMissing(fs: Fs, path: string): Promise<boolean> {
  try {
    await fs.stat(path);
    return false;
  } catch (error) {
    if (isFsFault(error)) return error.errno === "ENOENT";
    throw error;
  }
}

/** Removals of more than this at once are not recorded one by one. */
const MOST_ENTRIES = 10_000;

/** Everything that a removal would take away: what is in a folder before the folder itself. */
export async function changesOfRemoval(
  fs: Fs,
  path: string,
  { recursive = false }: RemoveOptions = {},
  maxBytes: number,
): Promise<PlannedChange[]> {
  const changes: PlannedChange[] = [];
  const isComplete = await collect(resolve(path));
  if (isComplete) return changes;
  const lost = `it was a folder with more than ${MOST_ENTRIES} entries`;
  return [{ path: resolve(path), before: { lost }, after: {} }];

  async function collect(at: string): Promise<boolean> {
    const stat = await fs.stat(at).catch((error: unknown) => {
      if (isFsFault(error)) return undefined;
      throw error;
    });
    // What is not there, or not to be removed this way, is for the Fs to refuse.
    if (stat === undefined || (stat.isDirectory && !recursive)) return true;
    if (changes.length >= MOST_ENTRIES) return false;
    if (stat.isSymlink) changes.push({ path: at, before: { lost: "it was a link" }, after: {} });
    else if (!stat.isDirectory) changes.push({ ...(await lookAt(fs, at, maxBytes)), after: {} });
    else {
      for (const { name } of await fs.readdir(at)) if (!(await collect(join(at, name)))) return false;
      changes.push({ path: at, before: { was: "folder" }, after: {} });
    }
    return true;
  }
}
