import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { isAbsolute, relative, resolve, sep } from "node:path";

/** What was found at a path. */
export type FoundFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "none" }
  | { readonly kind: "folder" }
  | { readonly kind: "too-large"; readonly bytes: number }
  | { readonly kind: "unreadable"; readonly reason: string };

/** How configuration files are reached. Contract: neither function throws. */
export interface ConfigFiles {
  /** Reads a file of at most so many bytes; with `below`, only if it lies below that folder when links are followed. */
  read(file: string, most: number, below?: string): Promise<FoundFile>;
  /** A path without links; the path itself when there is nothing. */
  real(path: string): Promise<string>;
}

/** The most bytes of a file that a person writes by hand. */
export const MOST_BYTES = 1024 * 1024;

/** The files of this machine. */
export const localConfigFiles: ConfigFiles = { read: readFile, real: realPath };

/** Tells whether a path without links lies in a folder without links. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => resolve(path));
}

async function readFile(file: string, most: number, below?: string): Promise<FoundFile> {
  try {
    const real = await realpath(file);
    if (below !== undefined && !isBelow(real, await realPath(below))) {
      return { kind: "unreadable", reason: "it is a link that leads out of the workspace" };
    }
    return await readOpened(real, most);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "none" };
    return {
      kind: "unreadable",
      reason: REASONS.get(code) ?? `it cannot be read (${code || String(error)})`,
    };
  }
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "there is no permission to read it"],
  ["EPERM", "there is no permission to read it"],
  ["ELOOP", "it is a link to itself"],
  ["ENXIO", "it is no regular file"],
]);

/** Without blocking, since whoever opens a named pipe waits for a writer. */
async function readOpened(real: string, most: number): Promise<FoundFile> {
  const file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  try {
    const { size, ...stat } = await file
      .stat()
      .then((each) => ({ size: each.size, isFile: each.isFile(), isFolder: each.isDirectory() }));
    if (stat.isFolder) return { kind: "folder" };
    if (!stat.isFile) return { kind: "unreadable", reason: "it is no regular file" };
    if (size > most) return { kind: "too-large", bytes: size };
    return decoded(await readUpTo(file, most));
  } finally {
    await file.close();
  }
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Files of /proc say they are empty, and any file can grow while it is read. */
async function readUpTo(file: Opened, most: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let left = most; left > 0;) {
    const { bytesRead, buffer } = await file.read(
      Buffer.alloc(Math.min(left, PIECE)),
      0,
      Math.min(left, PIECE),
      null,
    );
    if (bytesRead === 0) break;
    pieces.push(buffer.subarray(0, bytesRead));
    left -= bytesRead;
  }
  return Buffer.concat(pieces);
}

const PIECE = 64 * 1024;

function decoded(bytes: Uint8Array): FoundFile {
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch {
    return { kind: "unreadable", reason: "it is not UTF-8" };
  }
}
