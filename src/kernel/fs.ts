/** What `stat` tells of a path. */
export interface FsStat {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  readonly size: number;
  readonly modifiedMs: number;
}

/** One entry of a directory. */
export interface DirChild {
  readonly name: string;
  readonly isDirectory: boolean;
  readonly isSymlink?: boolean;
}

/** What `rm` may do beyond removing one file. */
export interface RemoveOptions {
  readonly recursive?: boolean;
  readonly ignoreMissing?: boolean;
}

/** A token that changes whenever a file's content may have; compare with `===`. */
export type FileIdentity = `id:${string}`;

/**
 * An open file to read ranges from.
 * Contract: `read` returns fewer bytes than asked only at the end of the file; `close` is idempotent.
 */
export interface FsFile {
  /** The file that was really opened, links resolved. */
  readonly path: string;
  readonly identity: FileIdentity;
  readonly size: number;
  /** Permission bits, as in `0o644`. */
  readonly mode: number;
  /** How many names the file has. */
  readonly links: number;
  /** `spare`, at least as long, may be filled and returned instead of fresh memory. */
  read(position: number, length: number, spare?: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** Bytes to write, in one piece or several that are written one after the other. */
export type FileBytes = Uint8Array | readonly Uint8Array[];

/** How `replace` guards what it replaces. */
export interface ReplaceOptions {
  /** The identity the file must still have, or `"absent"` to create it and nothing else. */
  readonly expect?: FileIdentity | "absent";
  /** Permission bits for the new content; an existing file keeps its own by default. */
  readonly mode?: number;
}

/** What a finished `replace` left behind. */
export interface Replaced {
  readonly path: string;
  readonly identity: FileIdentity;
  readonly created: boolean;
}

/**
 * The only way to a filesystem.
 * Contract: paths are absolute; failures are `FsFault`s that read like libuv; reads refuse anything that is not a
 * regular file; writes are atomic, follow a link only to a target inside the roots and keep the link; a path
 * outside the roots is refused; `replace` with an `expect` that no longer holds changes nothing and throws
 * `StaleFileFault` (or EEXIST for `"absent"`).
 */
export interface Fs {
  readText(path: string): Promise<string>;
  readBytes(path: string): Promise<Uint8Array>;
  /** Writes a whole file atomically; its folder must exist. */
  writeFile(path: string, data: string | Uint8Array): Promise<void>;
  /** Looks at the path itself: a link is reported as a link. */
  stat(path: string): Promise<FsStat>;
  readdir(path: string): Promise<readonly DirChild[]>;
  /** Creates a folder and its missing parents; an existing folder is fine. */
  mkdir(path: string): Promise<void>;
  rm(path: string, options?: RemoveOptions): Promise<void>;
  exists(path: string): Promise<boolean>;
  open(path: string): Promise<FsFile>;
  replace(path: string, bytes: FileBytes, options?: ReplaceOptions): Promise<Replaced>;
}

/** One path a staged Fs holds differently from the Fs below it. */
export interface StagedChange {
  readonly path: string;
  readonly kind: "create" | "update" | "delete";
  readonly isDirectory: boolean;
}

/**
 * An Fs whose writes are kept aside until they are committed or dropped as one.
 * Contract: the Fs below sees nothing before `commit`; `commit` applies everything or nothing, and throws
 * `StaleFileFault` when a file is no longer what it was when the stage first changed it; afterwards the stage is empty
 * and usable again. A failed commit keeps what was staged.
 */
export interface StagedFs extends Fs {
  /** What a commit would alter, sorted by path. */
  changes(): readonly StagedChange[];
  /** Answers with the files it wrote, as the Fs below knows them. */
  commit(): Promise<readonly Replaced[]>;
  /** Forgets everything that was kept aside. */
  drop(): void;
}
