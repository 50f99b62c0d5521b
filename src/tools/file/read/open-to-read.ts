import { type Fs, FsFault, type FsFile, isFsFault } from "../../../kernel/index.ts";
import { didYouMean } from "./did-you-mean.ts";

/** Opens a file; a fault says what would work instead. */
export async function openToRead(fs: Fs, resolved: string, path: string): Promise<FsFile> {
  try {
    return await fs.open(resolved);
  } catch (error) {
    throw isFsFault(error) ? ((await tryHinted(error, fs, resolved, path)) ?? error) : error;
  }
}

async function tryHinted(
  fault: FsFault,
  fs: Fs,
  resolved: string,
  path: string,
): Promise<FsFault | undefined> {
  if (fault.hint !== undefined) return undefined;
  const hint = await hintFor(fault, fs, resolved, path);
  return hint === undefined ? undefined : new FsFault(fault.errno, fault.place, { hint, cause: fault });
}

async function hintFor(fault: FsFault, fs: Fs, resolved: string, path: string): Promise<string | undefined> {
  if (fault.errno === "EISDIR") return `${path} is a directory; use ls to see what is in it.`;
  const isMissing = fault.errno === "ENOENT" || fault.errno === "ENOTDIR";
  return isMissing ? didYouMean(fs, resolved, path) : undefined;
}
