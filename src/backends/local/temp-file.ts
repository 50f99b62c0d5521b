import { randomBytes } from "node:crypto";
import { constants, type FileHandle, lstat, open, opendir, unlink } from "node:fs/promises";
import type { Confinement } from "./confinement.ts";
import type { Opened } from "./descriptor-ways.ts";
import { withTarget } from "./target.ts";

/** A file under construction beside the one it will become. */
export interface TempFile {
  readonly handle: FileHandle;
  readonly at: string;
}

const OURS = /^\.deckhand-[0-9a-f]{24}\.tmp$/;

/** The name of a file of ours that is not meant to last, from at least 24 hexadecimal digits. */
export function tempName(digits: string): string {
  return `.deckhand-${digits.slice(0, 24)}.tmp`;
}

/** Creates an empty file that nobody else can have planted or can read. */
export async function createTemp({ ways }: Confinement, folder: Opened): Promise<TempFile> {
  const at = ways.inside(folder, tempName(randomBytes(12).toString("hex")));
  return { handle: await createOnly(at), at };
}

/** The same under a name of its own, to be written bit by bit. */
export function createFile(confinement: Confinement, path: string): Promise<FileHandle> {
  return withTarget(confinement, path, { syscall: "open", path }, ({ at }) => createOnly(at));
}

function createOnly(at: string): Promise<FileHandle> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  return open(at, flags, 0o600);
}

/** The most pieces the system takes in one call. */
const PIECES_PER_CALL = 1024;

/** Writes all pieces one after the other, however few bytes each call takes. */
export async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  for (let first = 0; first < pieces.length; first += PIECES_PER_CALL) {
    let batch = pieces.slice(first, first + PIECES_PER_CALL).filter((piece) => piece.length > 0);
    while (batch.length > 0) {
      const { bytesWritten } = await handle.writev(batch);
      if (bytesWritten === 0) throw new Error("the system took no bytes");
      batch = withoutFirst(batch, bytesWritten);
    }
  }
}

function withoutFirst(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let skip = bytes;
  return pieces.flatMap((piece) => {
    const rest = piece.subarray(Math.min(skip, piece.length));
    skip -= piece.length - rest.length;
    return rest.length > 0 ? [rest] : [];
  });
}

const HOUR_MS = 3_600_000;

/** Enough to find leftovers in any ordinary folder without slowing down writes into a huge one. */
const LOOKED_AT = 10_000;

/** Removes what a killed write left in a folder, as far as that is easy. */
export async function sweepTemps(confinement: Confinement, folder: Opened): Promise<void> {
  await eachTemp(confinement, folder, async (at) => {
    const { mtimeMs } = await lstat(at);
    if (Date.now() - mtimeMs > HOUR_MS) await unlink(at);
  });
}

/** Removes the second name that a write killed at its last step left on a file it created. */
export async function dropTempNames(confinement: Confinement, folder: Opened, ino: bigint): Promise<void> {
  await eachTemp(confinement, folder, async (at) => {
    const stat = await lstat(at, { bigint: true });
    if (stat.ino === ino) await unlink(at);
  });
}

async function eachTemp(
  { ways }: Confinement,
  folder: Opened,
  visit: (at: string) => Promise<void>,
): Promise<void> {
  try {
    let looked = 0;
    for await (const { name } of await opendir(ways.itself(folder))) {
      if (OURS.test(name)) await visit(ways.inside(folder, name)).catch(() => undefined);
      looked += 1;
      if (looked >= LOOKED_AT) return;
    }
  } catch {
    // A folder that may be written but not listed keeps its leftovers.
  }
}
