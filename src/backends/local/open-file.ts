import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { FsFault, type FsFaultPlace, type FsFile } from "../../kernel/index.ts";
import { printablePath } from "../plain-path.ts";
import { type Confinement, contains } from "./confinement.ts";
import { identityOf, kindOf, modeOf } from "./file-facts.ts";
import { failedWith, toFsFault } from "./fs-faults.ts";

/** Opens a regular file inside the roots for ranged reads. */
export async function openFile(confinement: Confinement, path: string): Promise<FsFile> {
  const place = { syscall: "open", path };
  const looked = await confinement.openInside(printablePath(path, place), place);
  try {
    const stat = await looked.handle.stat({ bigint: true });
    refuseUnreadable(stat, looked.real, place);
    const handle = await confinement.ways.readable(looked);
    if (handle !== looked.handle) await looked.handle.close();
    return toFsFile(handle, looked.real, stat, path);
  } catch (error) {
    await looked.handle.close();
    throw toFsFault(error, place);
  }
}

/** Reads a whole file, unless it is too large for one piece. */
export async function readWhole(confinement: Confinement, path: string): Promise<Uint8Array> {
  const file = await openFile(confinement, path);
  try {
    return await file.read(0, file.size);
  } finally {
    await file.close();
  }
}

/** Reads a whole file as UTF-8. */
export async function readWholeText(confinement: Confinement, path: string): Promise<string> {
  const bytes = await readWhole(confinement, path);
  try {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  } catch (error) {
    if (failedWith(error, "ERR_STRING_TOO_LONG")) throw tooLarge(bytes.length, { syscall: "read", path });
    throw error;
  }
}

function refuseUnreadable(stat: BigIntStats, real: string, place: FsFaultPlace): void {
  if (contains("/proc", real)) {
    const saying = "/proc shows the kernel's state and is not read as files";
    throw new FsFault("EACCES", place, { code: "denied_policy", saying });
  }
  if (stat.isFile()) return;
  if (stat.isDirectory()) throw new FsFault("EISDIR", { syscall: "read" });
  throw new FsFault("EINVAL", place, {
    saying: `${kindOf(stat)} is not a regular file`,
    hint: "Only regular files can be read or written.",
  });
}

function toFsFile(handle: FileHandle, real: string, stat: BigIntStats, path: string): FsFile {
  const size = Number(stat.size);
  let closing: Promise<void> | undefined;
  return {
    // A file replaced just after it was opened is shown with this mark.
    path: stat.nlink === 0n ? real.replace(/ \(deleted\)$/, "") : real,
    identity: identityOf(stat),
    size,
    mode: modeOf(stat),
    links: Number(stat.nlink),
    read: (position, length, spare) =>
      readRange(handle, position, bufferFor(Math.min(length, size - position), spare, path), path),
    close: () => (closing ??= handle.close()),
  };
}

/** The most that is read in one piece. */
const PIECE_BYTES = 2 * 1024 ** 3;

/** The most that one system call is asked for. */
const CALL_BYTES = 1024 ** 3;

/** Memory that was used before is at hand; fresh memory costs as much as the reading. */
function bufferFor(length: number, spare: Uint8Array | undefined, path: string): Uint8Array {
  if (length > PIECE_BYTES) throw tooLarge(length, { syscall: "read", path });
  const wanted = Math.max(0, length);
  return spare === undefined ? Buffer.allocUnsafe(wanted) : spare.subarray(0, wanted);
}

async function readRange(
  handle: FileHandle,
  position: number,
  buffer: Uint8Array,
  path: string,
): Promise<Uint8Array> {
  let filled = 0;
  try {
    while (filled < buffer.length) {
      const want = Math.min(buffer.length - filled, CALL_BYTES);
      const { bytesRead } = await handle.read(buffer, filled, want, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
  } catch (error) {
    throw toFsFault(error, { syscall: "read", path });
  }
  return buffer.subarray(0, filled);
}

function tooLarge(bytes: number, place: FsFaultPlace): FsFault {
  const size = (bytes / 1024 ** 3).toFixed(1);
  return new FsFault("EFBIG", place, {
    saying: `${size} GiB is too much to read in one piece`,
    hint: "Read a part of it, with an offset and a limit.",
  });
}
