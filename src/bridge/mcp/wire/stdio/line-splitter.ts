/** Hears one line without its end; one that was longer than allowed comes cut, and its rest not at all. The bytes are lent. */
export type LineListener = (line: Buffer, isCut: boolean) => void;

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  push(chunk: Buffer): void;
  /** The stream has ended: what there is of a line is one. */
  finish(): void;
}

const LINE_FEED = 0x0a;

/** What is worth keeping between two lines. */
const SPARE_BYTES = 64 * 1024;

/** Splits at line feeds and never holds more than one line of the length that is allowed. */
export function createLineSplitter(maxBytes: number, onLine: LineListener): LineSplitter {
  let held = Buffer.alloc(0);
  let length = 0;
  let isSkipping = false;
  return {
    push: (chunk) => {
      let from = 0;
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
        take(chunk.subarray(from, at), true);
        from = at + 1;
      }
      if (from < chunk.length) take(chunk.subarray(from), false);
    },
    finish: () => {
      if (length > 0) take(Buffer.alloc(0), true);
    },
  };

  function take(piece: Buffer, isEnd: boolean): void {
    if (!isSkipping) {
      const room = maxBytes - length;
      if (piece.length > room) {
        isSkipping = true;
        tell(piece.subarray(0, room), true);
      } else if (isEnd) tell(piece, false);
      else hold(piece);
    }
    if (isEnd) isSkipping = false;
  }

  function tell(piece: Buffer, isCut: boolean): void {
    if (length === 0) return onLine(piece, isCut);
    hold(piece);
    const line = held.subarray(0, length);
    length = 0;
    if (held.length > SPARE_BYTES) held = Buffer.alloc(0);
    onLine(line, isCut);
  }

  /** In one piece that grows: a line may come a byte at a time. */
  function hold(piece: Buffer): void {
    const needed = length + piece.length;
    if (needed > held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, held.length * 2)));
      held.copy(larger, 0, 0, length);
      held = larger;
    }
    piece.copy(held, length);
    length = needed;
  }
}
