import { compareSequences } from "./compare-sequences.ts";
import { splitLines } from "./split-lines.ts";

/** What became of one line. */
export type DiffOpKind = "keep" | "add" | "remove";

/** One line of a difference; line numbers count from 1 and are absent on the side that lacks the line. */
export interface DiffOp {
  readonly kind: DiffOpKind;
  /** The line without its "\n"; a "\r" before it stays. */
  readonly text: string;
  readonly beforeLine?: number;
  readonly afterLine?: number;
  /** Set on a last line that no "\n" ends. */
  readonly missingNewline?: true;
}

/** The lines of two texts, told as one list of kept, removed and added lines. */
export interface LineDiff {
  readonly ops: readonly DiffOp[];
  readonly added: number;
  readonly removed: number;
}

/** Compares two texts line by line with the fewest possible additions and removals. */
export function diffLines(before: string, after: string): LineDiff {
  const beforeLines = splitLines(before);
  const afterLines = splitLines(after);
  const ops: DiffOp[] = [];
  let line = 0;
  let shift = 0;
  let added = 0;
  let removed = 0;
  const keepUntil = (end: number): void => {
    for (; line < end; line++) {
      ops.push({
        kind: "keep",
        ...toText(beforeLines[line]!),
        beforeLine: line + 1,
        afterLine: line + shift + 1,
      });
    }
  };
  for (const range of compareSequences(beforeLines, afterLines)) {
    keepUntil(range.beforeStart);
    for (; line < range.beforeEnd; line++) {
      ops.push({ kind: "remove", ...toText(beforeLines[line]!), beforeLine: line + 1 });
    }
    for (let at = range.afterStart; at < range.afterEnd; at++) {
      ops.push({ kind: "add", ...toText(afterLines[at]!), afterLine: at + 1 });
    }
    removed += range.beforeEnd - range.beforeStart;
    added += range.afterEnd - range.afterStart;
    shift = range.afterEnd - range.beforeEnd;
  }
  keepUntil(beforeLines.length);
  return { ops, added, removed };
}

function toText(line: string): Pick<DiffOp, "text" | "missingNewline"> {
  return line.endsWith("\n") ? { text: line.slice(0, -1) } : { text: line, missingNewline: true };
}
