import { existsSync } from "node:fs";
import { constants, type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

/** Something opened, and the real path it was found at. */
export interface Opened {
  readonly handle: FileHandle;
  readonly real: string;
}

/** How this machine tells what a descriptor holds and reaches names inside an open folder. */
export interface DescriptorWays {
  /** Opens a path only to look at it. */
  readonly lookFlags: number;
  /** Where the thing that was opened really is, or undefined when the path means another thing by now. */
  realPath(handle: FileHandle, opened: string): Promise<string | undefined>;
  /** A path to a name inside an open folder, whatever has become of the folder's own path. */
  inside(folder: Opened, name: string): string;
  /** The path of what is open itself. */
  itself(opened: Opened): string;
  /** A descriptor that can be read, of the very thing that was looked at; it may be the same one. */
  readable(looked: Opened): Promise<FileHandle>;
}

const SELF = "/proc/self/fd";

/** Linux's O_PATH, which Node does not name: nothing behind the path is really opened, so no device notices. */
const O_PATH = 0o10000000;

const QUIET = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Picks the exact way where /proc shows descriptors, the comparing one elsewhere. */
export function descriptorWays(): DescriptorWays {
  return process.platform === "linux" && existsSync(SELF) ? procWays : comparingWays;
}

const procWays: DescriptorWays = {
  lookFlags: O_PATH,
  realPath: (handle) => readlink(`${SELF}/${handle.fd}`),
  inside: (folder, name) => `${SELF}/${folder.handle.fd}/${name}`,
  itself: ({ handle }) => `${SELF}/${handle.fd}`,
  readable: ({ handle }) => open(`${SELF}/${handle.fd}`, QUIET),
};

/**
 * Without /proc a path is resolved after opening and must still lead to the very same file. Names inside a folder go by
 * that path, so a folder exchanged between two calls is a gap here that Linux does not have.
 */
export const comparingWays: DescriptorWays = {
  lookFlags: QUIET,
  realPath: async (handle, opened) => {
    const real = await realpath(opened);
    const [held, found] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })]);
    return held.ino === found.ino && held.dev === found.dev ? real : undefined;
  },
  inside: (folder, name) => join(folder.real, name),
  itself: ({ real }) => real,
  readable: ({ handle }) => Promise.resolve(handle),
};
