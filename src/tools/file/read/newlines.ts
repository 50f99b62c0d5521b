import type { TextEncodingName } from "../text/text-encoding.ts";

/** How a line feed is spelled in bytes: one byte everywhere but in UTF-16. */
export type NewlineUnit = "byte" | "utf16le" | "utf16be";

/** How an encoding spells a line feed. */
export function unitOf(name: TextEncodingName): NewlineUnit {
  return name === "utf-16le" ? "utf16le" : name === "utf-16be" ? "utf16be" : "byte";
}

/** How many bytes a line feed takes. */
export function newlineWidth(unit: NewlineUnit): 1 | 2 {
  return unit === "byte" ? 1 : 2;
}

/** Counts the line feeds of a block; a UTF-16 block begins on a character boundary. */
export function countNewlines(block: Uint8Array, unit: NewlineUnit): number {
  return unit === "byte" ? countBytes(block) : countUnits(block, unit);
}

/** Where the first line feed at or after `from` begins, or -1. */
export function nextNewline(block: Uint8Array, from: number, unit: NewlineUnit): number {
  if (unit === "byte") return block.indexOf(LF, from);
  const [low, high] = unit === "utf16le" ? [0, 1] : [1, 0];
  let at = block.indexOf(LF, from + low);
  while (at !== -1 && (at % 2 !== low || block[at - low + high] !== 0)) at = block.indexOf(LF, at + 1);
  return at === -1 ? -1 : at - low;
}

/** Where the line after the nth line feed of a block begins; the block must hold that many. */
export function afterNthNewline(block: Uint8Array, nth: number, unit: NewlineUnit): number {
  const width = newlineWidth(unit);
  let at = 0;
  for (let seen = 0; seen < nth; seen += 1) at = nextNewline(block, at, unit) + width;
  return at;
}

const LF = 10;
const SEGMENT_BYTES = 64 * 1024;
const SAMPLE_BYTES = 2 * 1024;
/** From this length on, searching for the next line feed is faster than looking at every byte. */
const LONG_LINE = 48;

/** Picks the faster way for each segment by its first lines; both keep up with the disk cache. */
function countBytes(block: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < block.length; at += SEGMENT_BYTES) {
    const segment = block.subarray(at, at + SEGMENT_BYTES);
    const sampled = countByWords(segment.subarray(0, SAMPLE_BYTES));
    const rest = segment.subarray(SAMPLE_BYTES);
    count += sampled + (sampled * LONG_LINE < SAMPLE_BYTES ? countBySearch(rest) : countByWords(rest));
  }
  return count;
}

function countBySearch(block: Uint8Array): number {
  const buffer = Buffer.from(block.buffer, block.byteOffset, block.byteLength);
  let count = 0;
  for (let at = buffer.indexOf(LF); at !== -1; at = buffer.indexOf(LF, at + 1)) count += 1;
  return count;
}

const WORTH_WORDS = 16;
const LF_IN_EACH_BYTE = 0x0a0a0a0a;
const LOW_BITS = 0x7f7f7f7f;
const HIGH_BITS = 0x80808080;
/** A counter of one byte overflows beyond this many rounds. */
const ROUNDS = 255;

/** Looks at four bytes at once, with four counters in one word. */
function countByWords(block: Uint8Array): number {
  if (block.length < WORTH_WORDS) return countSlowly(block, 0, block.length);
  const lead = (4 - (block.byteOffset % 4)) % 4;
  const words = new Int32Array(block.buffer, block.byteOffset + lead, (block.length - lead) >>> 2);
  let count = countSlowly(block, 0, lead) + countSlowly(block, lead + words.length * 4, block.length);
  for (let at = 0; at < words.length;) {
    const end = Math.min(words.length, at + ROUNDS);
    let counters = 0;
    for (; at < end; at += 1) {
      const word = words[at]! ^ LF_IN_EACH_BYTE;
      const zeros = ~(((word & LOW_BITS) + LOW_BITS) | word) & HIGH_BITS;
      counters = (counters + (zeros >>> 7)) | 0;
    }
    count += (counters & 255) + ((counters >>> 8) & 255) + ((counters >>> 16) & 255) + (counters >>> 24);
  }
  return count;
}

function countSlowly(block: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1) if (block[at] === LF) count += 1;
  return count;
}

function countUnits(block: Uint8Array, unit: "utf16le" | "utf16be"): number {
  const low = unit === "utf16le" ? 0 : 1;
  let count = 0;
  for (let at = 0; at + 1 < block.length; at += 2) {
    if (block[at + low] === LF && block[at + 1 - low] === 0) count += 1;
  }
  return count;
}
