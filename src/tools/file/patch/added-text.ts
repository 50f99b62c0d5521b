import type { HunkLine } from "./file-patch.ts";
import { withoutLineEnd } from "./file-lines.ts";

/** Lines to put in place of the lines `start` to `end` of a file. */
export interface AddedLines {
  readonly start: number;
  readonly end: number;
  readonly added: readonly HunkLine[];
  /** The hunk and the file agree on line ends too, so the added lines are taken as they are spelled. */
  readonly literal: boolean;
}

/** The text of added lines, with the line ends of the file where the patch does not speak of them. */
export function addedText(lines: readonly string[], { start, end, added, literal }: AddedLines): string {
  const last = added.at(-1);
  if (last === undefined) return "";
  const atEnd = end === lines.length;
  const lineEnd = literal ? "\n" : lineEndNear(lines, start);
  const texts = added.map(({ text }) => (literal ? text : withoutLineEnd(text)));
  const opens = start === lines.length && lacksLineEnd(lines.at(-1)) ? lineEnd : "";
  const closes = atEnd && endsWithout(lines, last, literal) ? "" : lineEnd;
  return opens + texts.join(lineEnd) + closes;
}

/** A file without a final line end keeps none, unless the hunk saw that and says otherwise. */
function endsWithout(lines: readonly string[], last: HunkLine, literal: boolean): boolean {
  return last.missingNewline === true || (!literal && lacksLineEnd(lines.at(-1)));
}

function lacksLineEnd(line: string | undefined): boolean {
  return line !== undefined && !line.endsWith("\n");
}

function lineEndNear(lines: readonly string[], at: number): string {
  const near = [lines[at], lines[at - 1], lines[0]].find((line) => line?.endsWith("\n"));
  return near?.endsWith("\r\n") ? "\r\n" : "\n";
}
