import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { LineWindow } from "../cut-line.ts";
import { hasUtf16Mark, looksBinary } from "../looks-binary.ts";
import type { Descriptors } from "../descriptors.ts";

/** A file that was opened and found to be where its path says. */
export interface HeldFile {
  readonly isBinary: boolean;
  /** Tells whether the line that starts at an offset says the same; lines are asked about in order. */
  says(offset: number, line: LineWindow): boolean;
  close(): void;
}

/** How much of a file is read at once. */
export const BLOCK_BYTES = 32 * 1024;

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

/**
 * Opens a file to compare it with what ripgrep printed, which may come from anywhere: ripgrep opens paths, and a folder
 * on the way may have been a link just then. Undefined when the file cannot be read or is elsewhere. One block serves
 * one file at a time.
 */
export function holdFile(path: string, block: Buffer, descriptors?: Descriptors): HeldFile | undefined {
  // Blocking calls, because a file that ripgrep has just read is at hand and handing over would cost more.
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0));
    if (fstatSync(file).isFile() && descriptors?.isAt(path, file) !== false) return held(file, block);
  } catch {
    // Nobody can tell what is in it.
  }
  if (file !== undefined) closeSync(file);
  return undefined;
}

function held(file: number, block: Buffer): HeldFile {
  const head = readBlock(file, block, 0);
  const textFrom = hasUtf16Mark(head) ? wideText(file, block, head) : plainText(file, block, head);
  return {
    isBinary: looksBinary(head),
    says(offset, line) {
      try {
        return isThere(textFrom, offset + line.start, line);
      } catch {
        return false;
      }
    },
    close: () => closeSync(file),
  };
}

/** The text from an offset on, as much of it as is at hand; empty only at the end. */
type TextFrom = (offset: number) => Buffer;

function isThere(textFrom: TextFrom, at: number, { bytes, isEnd }: LineWindow): boolean {
  let text = textFrom(at);
  let compared = 0;
  while (compared < bytes.length) {
    const length = Math.min(text.length, bytes.length - compared);
    if (length === 0 || text.compare(bytes, compared, compared + length, 0, length) !== 0) return false;
    compared += length;
    text = length < text.length ? text.subarray(length) : textFrom(at + compared);
  }
  const next = text[0];
  return !isEnd || next === undefined || next === NEWLINE || next === CARRIAGE_RETURN;
}

const MARK = Buffer.from("\uFEFF");

/** Offsets do not count a byte order mark. */
function plainText(file: number, block: Buffer, head: Buffer): TextFrom {
  const markBytes = head.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0;
  let start = -markBytes;
  let text = head;
  return (offset) => {
    if (offset < start || offset >= start + text.length) {
      start = offset;
      text = readBlock(file, block, offset + markBytes);
    }
    return text.subarray(offset - start);
  };
}

/** UTF-16 is searched as UTF-8, so offsets are only found on the way from the beginning. */
function wideText(file: number, block: Buffer, head: Buffer): TextFrom {
  const decoder = new TextDecoder(head[0] === 0xff ? "utf-16le" : "utf-16be");
  let [bytesRead, start, text] = [0, 0, Buffer.alloc(0)];
  return (offset) => {
    while (offset >= start + text.length) {
      const wide = readBlock(file, block, bytesRead);
      bytesRead += wide.length;
      start += text.length;
      text = Buffer.from(decoder.decode(wide, { stream: wide.length > 0 }));
      if (wide.length === 0) break;
    }
    return text.subarray(Math.max(0, offset - start));
  };
}

function readBlock(file: number, block: Buffer, position: number): Buffer {
  return block.subarray(0, readSync(file, block, 0, block.length, position));
}
