import type { FsFile } from "../../../kernel/index.ts";

/** A stretch of a file in memory. */
export interface Block {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** How much is read at once: large enough that asking costs nothing, small enough to forget. */
export const BLOCK_BYTES = 1 << 20;

/**
 * Reads a file forwards in blocks, fetching the next while the caller works on the current one.
 * Contract: ends at the size the file had when opened, or earlier when it shrank since; the bytes of a block are good
 * until the one after the next is asked for.
 */
export async function* blocksFrom(
  file: FsFile,
  position: number,
  cancel: AbortSignal,
): AsyncGenerator<Block, void, void> {
  let [spare, other] = [
    Buffer.allocUnsafe(sizeAt(file, position)),
    Buffer.allocUnsafe(sizeAt(file, position)),
  ];
  let next = fetchBlock(file, position, spare);
  try {
    for (let at = position; at < file.size;) {
      cancel.throwIfAborted();
      const bytes = await next;
      if (bytes.length === 0) return;
      const block = { position: at, bytes };
      at += bytes.length;
      [spare, other] = [other, spare];
      next = fetchBlock(file, at, spare);
      yield block;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

function sizeAt(file: FsFile, position: number): number {
  return Math.max(0, Math.min(BLOCK_BYTES, file.size - position));
}

function fetchBlock(file: FsFile, position: number, spare: Uint8Array): Promise<Uint8Array> {
  const length = sizeAt(file, position);
  if (length === 0) return Promise.resolve(new Uint8Array());
  const bytes = file.read(position, length, spare);
  // Nobody may be waiting yet when it fails; whoever waits later still sees the failure.
  bytes.catch(() => undefined);
  return bytes;
}
