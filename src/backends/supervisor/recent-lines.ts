import type { JobOutput } from "../../kernel/index.ts";
import { endOfCharacters, startOfCharacter } from "./unread-output.ts";

/** The end of what a stream printed, looked at or not. */
export interface RecentLines {
  add(chunk: Uint8Array): void;
  /** The lines that are kept; a character that is still being printed is left out, unless nothing more comes. */
  look(isOver: boolean): JobOutput;
}

/** How many lines of each stream of a job are kept. */
export const MAX_BUFFERED_LINES = 2000;

/** For jobs that print without ever ending a line. */
const MOST_BYTES = 1024 * 1024;

/** Keeps the last lines of a stream, copied; lines are only counted when somebody looks. */
export function createRecentLines(maxBytes: number = MOST_BYTES): RecentLines {
  let ring = Buffer.alloc(0);
  let total = 0;
  return {
    add: (chunk) => {
      if (chunk.length === 0) return;
      ring = grown(ring, Math.min(maxBytes, total + chunk.length), maxBytes);
      const kept = chunk.subarray(Math.max(0, chunk.length - maxBytes));
      total += chunk.length;
      const at = (total - kept.length) % ring.length;
      const untilEnd = kept.subarray(0, ring.length - at);
      ring.set(untilEnd, at);
      ring.set(kept.subarray(untilEnd.length), 0);
    },
    look: (isOver) => {
      const bytes = inOrder(ring, total);
      const cut = total - bytes.length;
      const from = startOfLines(bytes) || (cut === 0 ? 0 : startOfCharacter(bytes));
      const to = isOver ? bytes.length : Math.max(from, endOfCharacters(bytes));
      return { text: bytes.toString("utf8", from, to), lostBytes: cut + from };
    },
  };
}

/** Most jobs print little: the ring is as large as it has to be, until it is as large as it may be. */
function grown(ring: Buffer<ArrayBuffer>, needed: number, maxBytes: number): Buffer<ArrayBuffer> {
  if (ring.length >= needed) return ring;
  const larger = Buffer.alloc(Math.min(maxBytes, Math.max(needed, ring.length * 2)));
  larger.set(ring);
  return larger;
}

function inOrder(ring: Buffer, total: number): Buffer {
  if (total <= ring.length) return ring.subarray(0, total);
  const oldest = total % ring.length;
  return Buffer.concat([ring.subarray(oldest), ring.subarray(0, oldest)]);
}

const LINE_FEED = 0x0a;

/** Where the last lines begin, one that has not ended yet among them; 0 when there are no more. */
function startOfLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.length - 2; at >= 0; at -= 1) {
    if (bytes[at] !== LINE_FEED) continue;
    lines += 1;
    if (lines === MAX_BUFFERED_LINES) return at + 1;
  }
  return 0;
}
