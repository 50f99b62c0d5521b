import type { FsFile } from "../../../kernel/index.ts";
import { codecFor } from "../text/codec-for.ts";
import type { TextEncodingInfo } from "../text/text-encoding.ts";
import { unitOf } from "./newlines.ts";
import { rawLinesFrom } from "./raw-lines.ts";
import { bytesToKeep, showLine, type ShownLine } from "./shown-line.ts";

/** What bounds a page: whichever is reached first. */
export interface PageLimits {
  readonly lines: number;
  /** The longest line that is shown whole. */
  readonly characters: number;
  /** How many bytes the page may take with its gutter. */
  readonly bytes: number;
}

/** Takes as many whole lines as fit on a page, beginning at the start of a line; one line always fits. */
export async function takePage(
  file: FsFile,
  position: number,
  { name, bomBytes }: TextEncodingInfo,
  limits: PageLimits,
  cancel: AbortSignal,
): Promise<readonly ShownLine[]> {
  const page: ShownLine[] = [];
  let room = limits.bytes;
  const look = { codec: await codecFor(name), bomBytes, maxCharacters: limits.characters };
  const options = { unit: unitOf(name), keep: bytesToKeep(limits.characters), cancel };
  for await (const raw of rawLinesFrom(file, position, options)) {
    const line = showLine(raw, look);
    room -= GUTTER_BYTES + Buffer.byteLength(line.text);
    if (room < 0 && page.length > 0) break;
    page.push(line);
    if (page.length >= limits.lines) break;
  }
  return page;
}

/** The line number, its tab and the line feed, with room for numbers beyond the gutter's width. */
const GUTTER_BYTES = 12;
