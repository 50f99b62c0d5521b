import { Fault, type FaultCode } from "./fault.ts";

const SAYINGS = {
  ENOENT: "no such file or directory",
  EISDIR: "illegal operation on a directory",
  ENOTDIR: "not a directory",
  EEXIST: "file already exists",
  ENOTEMPTY: "directory not empty",
  EACCES: "permission denied",
  EPERM: "operation not permitted",
  ELOOP: "too many symbolic links encountered",
  ENAMETOOLONG: "name too long",
  ENOSPC: "no space left on device",
  EROFS: "read-only file system",
  EINVAL: "invalid argument",
  EFBIG: "file too large",
  EMFILE: "too many open files",
  EBUSY: "resource busy or locked",
  EIO: "i/o error",
} as const;

/** The operating system's name for a filesystem failure. */
export type Errno = keyof typeof SAYINGS;

/** Which system call failed where, and how the path was spelled. */
export interface FsFaultPlace {
  readonly syscall: string;
  /** Left out of the message when absent, as for EISDIR on read. */
  readonly path?: string | undefined;
}

/** What an `FsFault` carries beyond its place. */
export interface FsFaultOptions {
  readonly code?: FaultCode;
  readonly hint?: string | undefined;
  readonly cause?: unknown;
  /** Replaces the operating system's words when a rule of ours refused. */
  readonly saying?: string;
}

/** A filesystem failure that reads like libuv: `ENOENT: no such file or directory, open '/path'`. */
export class FsFault extends Fault {
  override readonly name: string = "FsFault";
  readonly errno: Errno;
  readonly place: FsFaultPlace;
  readonly #options: FsFaultOptions;

  constructor(errno: Errno, place: FsFaultPlace, options: FsFaultOptions = {}) {
    super(options.code ?? codeOf(errno), sentence(errno, place, options.saying), options);
    this.errno = errno;
    this.place = place;
    this.#options = options;
  }

  /** The same fault in the caller's own spelling of the path. */
  spelled(path: string): FsFault {
    if (this.place.path === undefined) return this;
    return new FsFault(this.errno, { ...this.place, path }, { ...this.#options, cause: this });
  }
}

/** Tells whether an error is a filesystem fault, of the given kind if one is named. */
export function isFsFault(error: unknown, ...errnos: readonly Errno[]): error is FsFault {
  return error instanceof FsFault && (errnos.length === 0 || errnos.includes(error.errno));
}

/** Tells whether a word is an errno that `FsFault` can speak. */
export function isErrno(word: unknown): word is Errno {
  return typeof word === "string" && Object.hasOwn(SAYINGS, word);
}

function sentence(errno: Errno, place: FsFaultPlace, saying: string = SAYINGS[errno]): string {
  const target = place.path === undefined ? "" : ` '${place.path}'`;
  return `${errno}: ${saying}, ${place.syscall}${target}`;
}

function codeOf(errno: Errno): FaultCode {
  return errno === "ENOENT" ? "not_found" : "tool_error";
}
