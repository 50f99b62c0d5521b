/** How much one frame carries of a long stretch of bytes. */
export const PIECE_BYTES = 512 * 1024;

/** How many pieces are on their way at once: enough to fill the line, few enough to fit in memory. */
const AT_ONCE = 4;

/** Moves a stretch of bytes in pieces, several at once; the first that fails ends it, once the others have come to rest. */
export async function inPieces<T>(
  total: number,
  move: (start: number, length: number) => Promise<T>,
): Promise<T[]> {
  const moved: T[] = [];
  const state = { next: 0, hasFailed: false };
  const mover = async (): Promise<void> => {
    while (state.next < total && !state.hasFailed) {
      const start = state.next;
      state.next += PIECE_BYTES;
      moved[start / PIECE_BYTES] = await move(start, Math.min(PIECE_BYTES, total - start));
    }
  };
  const movers = Array.from({ length: AT_ONCE }, () =>
    mover().catch((error: unknown) => {
      state.hasFailed = true;
      throw error;
    }),
  );
  await Promise.allSettled(movers);
  await Promise.all(movers);
  return moved;
}
