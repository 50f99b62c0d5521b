import { FsFault, isFsFault, isResultHandle, resolvePath, type ToolContext } from "../../kernel/index.ts";
import { didYouMean } from "../file/read/did-you-mean.ts";

/** Works below a path the caller named; faults about it keep their spelling and say what would work. */
export async function inFolder<T>(
  ctx: Pick<ToolContext, "cwd" | "fs">,
  path: string,
  work: (root: string) => Promise<T>,
): Promise<T> {
  const root = resolvePath(ctx, path);
  try {
    return await work(root);
  } catch (error) {
    if (!isFsFault(error)) throw error;
    const hint = error.hint === undefined ? await hintFor(error, ctx, root, path) : undefined;
    if (hint === undefined) throw error.spelled(path);
    throw new FsFault(error.errno, { ...error.place, path }, { hint, cause: error });
  }
}

async function hintFor(
  fault: FsFault,
  { fs }: Pick<ToolContext, "fs">,
  root: string,
  path: string,
): Promise<string | undefined> {
  if (isResultHandle(root) || !isFsFault(fault, "ENOENT", "ENOTDIR")) return undefined;
  const stat = await fs.stat(root).catch(() => undefined);
  return stat === undefined ? didYouMean(fs, root, path) : `${path} is not a directory; use read to see it.`;
}

/** The path of an entry below a folder, in the caller's spelling of the folder. */
export function pathBelow(folder: string, entry: string): string {
  if (entry === "") return folder;
  return showPath(folder === "." ? entry : `${folder.replace(/\/+$/, "")}/${entry}`);
}

/** A folder as a sentence speaks of it. */
export function nameOf(folder: string): string {
  return folder === "." ? "the working directory" : folder;
}

/** A path on one line: a name may hold line ends, and must not look like several. */
export function showPath(path: string): string {
  return path.replaceAll("\n", "\\n").replaceAll("\r", "\\r");
}
