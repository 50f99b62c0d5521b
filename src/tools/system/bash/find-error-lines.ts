/** A line that looks like an error, and where its bytes begin. */
export interface ErrorLine {
  readonly offset: number;
  readonly text: string;
}

/** Looks for error lines in bytes that are about to be dropped. */
export interface ErrorLineFinder {
  add(chunk: Uint8Array): void;
  /** The lines found between two offsets, in order. */
  between(start: number, end: number): readonly ErrorLine[];
}

const ERROR =
  /error|fail|panic|exception|fatal|traceback|segmentation|denied|undefined reference|no such file/i;
const ERROR_OR_WARNING = new RegExp(`${ERROR.source}|warning`, "i");
const NOTHING_WRONG = /\b(?:0|no) (?:errors?|fail\w*|warnings?|exceptions?)\b/i;
/** How many are shown, and how many are kept because nobody knows yet which of them are shown anyway. */
const SHOWN = { errors: 15, warnings: 5 };
const KEPT = { errors: 200, warnings: 50 };

const LINE_LENGTH = 300;

/** How much of a longer line is shown before what is wrong in it. */
const LEAD = 60;

/** A line that does not end is looked at in pieces of this length, which share so much that no word is cut in both. */
const PIECE = 4_096;
const SHARED = 20;

/**
 * Keeps the first lines that tell what went wrong; the last ones are in the tail that is shown anyway.
 * Bytes are looked at as Latin-1, which no byte can break, and decoded when a line is kept.
 */
export function createErrorLineFinder(): ErrorLineFinder {
  const errors: ErrorLine[] = [];
  const warnings: ErrorLine[] = [];
  let carried = "";
  let carriedAt = 0;
  let isTold = false;
  return {
    add: (chunk) => {
      if (errors.length >= KEPT.errors) return;
      const text = carried + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
      const end = text.lastIndexOf("\n") + 1;
      if (end > 0) collect(text.slice(0, end - 1), carriedAt);
      if (end > 0) isTold = false;
      const isLong = text.length - end >= PIECE;
      if (isLong) collect(text.slice(end), carriedAt + end);
      const left = isLong ? text.length - SHARED : end;
      carried = text.slice(left);
      carriedAt += left;
    },
    between: (start, end) => {
      collect(carried, carriedAt);
      carried = "";
      const among = (lines: readonly ErrorLine[], most: number) =>
        lines.filter(({ offset }) => offset >= start && offset < end).slice(0, most);
      return [...among(errors, SHOWN.errors), ...among(warnings, SHOWN.warnings)].toSorted(
        (a, b) => a.offset - b.offset,
      );
    },
  };

  /** Once there are enough of them, warnings are not looked for. */
  function telling(): RegExp {
    return warnings.length < KEPT.warnings ? ERROR_OR_WARNING : ERROR;
  }

  function collect(text: string, from: number): void {
    if (!telling().test(text)) return;
    let offset = from;
    for (const line of text.split("\n")) {
      // Of the first there may have been a piece before.
      if (offset > from) isTold = false;
      keepIfTelling(line, offset);
      offset += line.length + 1;
    }
  }

  function keepIfTelling(line: string, offset: number): void {
    const { index } = ERROR.exec(line) ?? telling().exec(line) ?? { index: -1 };
    if (index < 0 || isTold || NOTHING_WRONG.test(line) || line.includes("\0")) return;
    const isError = ERROR.test(line);
    const [kept, most] = isError ? [errors, KEPT.errors] : [warnings, KEPT.warnings];
    if (kept.length >= most) return;
    const start = index < LINE_LENGTH - LEAD ? 0 : index - LEAD;
    kept.push({ offset: offset + start, text: decoded(line.slice(start, start + LINE_LENGTH)) });
    isTold = true;
  }
}

/** Characters that were cut are left out. */
function decoded(latin1: string): string {
  const text = Buffer.from(latin1, "latin1").toString("utf8");
  return text.replaceAll(/^\ufffd+|\ufffd+$/g, "").trim();
}
