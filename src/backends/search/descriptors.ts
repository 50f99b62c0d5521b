import { readlinkSync, realpathSync } from "node:fs";

/** What the system tells about what this process has open. */
export interface Descriptors {
  /** A path to the very thing that was opened, whatever has become of its own path. */
  pathTo(descriptor: number): string;
  /** Tells whether what was opened is at a path without links; a folder on the way may have been one for a moment. */
  isAt(path: string, descriptor: number): boolean;
}

/**
 * Asks the system about descriptors; undefined where it does not tell. Paths have to be believed there, so a folder
 * exchanged for a link while a search runs is a gap that Linux does not have.
 */
export function tellingDescriptors(): Descriptors | undefined {
  const folder = process.platform === "linux" ? tryRealPath("/proc/self/fd") : undefined;
  if (folder === undefined) return undefined;
  return {
    pathTo: (descriptor) => `${folder}/${descriptor}`,
    isAt: (path, descriptor) => readlinkSync(`${folder}/${descriptor}`) === path,
  };
}

/** The link to this process is followed once here, because following it again for every folder takes its time. */
function tryRealPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
