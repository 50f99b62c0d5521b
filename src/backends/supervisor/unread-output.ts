import type { JobOutput } from "../../kernel/index.ts";

/** What a stream printed and nobody has looked at yet. */
export interface UnreadOutput {
  add(chunk: Uint8Array): void;
  /** Hands out what is new; a character that is still being printed is left for later, unless nothing more comes. */
  take(isOver: boolean): JobOutput;
}

const WINDOW_BYTES = 32 * 1024;

const NOTHING: JobOutput = { text: "", lostBytes: 0 };

/** Keeps the end of what nobody has looked at, copied, and counts what did not fit. */
export function createUnreadOutput(maxBytes: number = WINDOW_BYTES): UnreadOutput {
  let kept = Buffer.alloc(0);
  let lost = 0;
  return {
    add: (chunk) => {
      const over = Math.max(0, kept.length + chunk.length - maxBytes);
      const fromKept = kept.subarray(Math.min(over, kept.length));
      kept = Buffer.concat([fromKept, chunk.subarray(Math.max(0, over - kept.length))]);
      lost += over;
    },
    take: (isOver) => {
      if (kept.length === 0) return NOTHING;
      const from = lost === 0 ? 0 : startOfCharacter(kept);
      const to = isOver ? kept.length : Math.max(from, endOfCharacters(kept));
      const output = { text: kept.toString("utf8", from, to), lostBytes: lost + from };
      kept = Buffer.from(kept.subarray(to));
      lost = 0;
      return output;
    },
  };
}

/** The most bytes of a character after its first. */
const MOST_FOLLOWERS = 3;

/** Where the first whole character begins; bytes that are no text at all are left in. */
export function startOfCharacter(bytes: Uint8Array): number {
  const first = bytes.subarray(0, MOST_FOLLOWERS + 1).findIndex((byte) => !isFollower(byte));
  return Math.max(0, first);
}

/** Where the last whole character ends. */
export function endOfCharacters(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let at = end - 1; at >= Math.max(0, end - MOST_FOLLOWERS); at -= 1) {
    const byte = bytes[at] ?? 0;
    if (!isFollower(byte)) return at + lengthOf(byte) > end ? at : end;
  }
  return end;
}

function isFollower(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** How many bytes a character has, told from its first. */
function lengthOf(first: number): number {
  if (first < 0xc2 || first > 0xf4) return 1;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}
