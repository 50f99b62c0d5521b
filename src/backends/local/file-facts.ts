import type { BigIntStats } from "node:fs";
import type { FileIdentity, FsStat } from "../../kernel/index.ts";

/** A token of a file's inode, size and times: it changes whenever the content may have. */
export function identityOf(stat: BigIntStats): FileIdentity {
  return `id:${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
}

/** Permission bits, as in `0o644`. */
export function modeOf(stat: BigIntStats): number {
  return Number(stat.mode & 0o7777n);
}

/** The kernel's words for what `stat` saw. */
export function toFsStat(stat: BigIntStats): FsStat {
  return {
    isFile: stat.isFile(),
    isDirectory: stat.isDirectory(),
    isSymlink: stat.isSymbolicLink(),
    size: Number(stat.size),
    modifiedMs: Number(stat.mtimeNs / 1_000n) / 1_000,
  };
}

/** What something that is no regular file is, in words. */
export function kindOf(stat: BigIntStats): string {
  if (stat.isDirectory()) return "a directory";
  if (stat.isFIFO()) return "a FIFO (named pipe)";
  if (stat.isSocket()) return "a socket";
  if (stat.isCharacterDevice() || stat.isBlockDevice()) return "a device";
  return stat.isSymbolicLink() ? "a link" : "a special file";
}
