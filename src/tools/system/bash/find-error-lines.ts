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
const MOST_ERRORS = 15;
const MOST_WARNINGS = 5;
const LINE_LENGTH = 300;

/**
 * Keeps the first lines that tell what went wrong; the last ones are in the tail that is shown anyway.
 * Bytes are looked at as Latin-1, which no byte can break, and decoded when a line is kept.
 */
export function createErrorLineFinder(): ErrorLineFinder {
  const errors: ErrorLine[] = [];
  const warnings: ErrorLine[] = [];
  let carried = "";
  let carriedAt = 0;
  return {
    add: (chunk) => {
      if (errors.length >= MOST_ERRORS) return;
      const text = carried + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString("latin1");
      const end = text.lastIndexOf("\n") + 1;
      if (telling().test(text)) collect(text.slice(0, end), carriedAt);
      carriedAt += Math.max(end, text.length - LINE_LENGTH);
      carried = text.slice(Math.max(end, text.length - LINE_LENGTH));
    },
    between: (start, end) => {
      if (carried !== "") collect(carried, carriedAt);
      carried = "";
      return [...errors, ...warnings]
        .filter(({ offset }) => offset >= start && offset < end)
        .toSorted((a, b) => a.offset - b.offset);
    },
  };

  /** Once there are enough of them, warnings are not looked for. */
  function telling(): RegExp {
    return warnings.length < MOST_WARNINGS ? ERROR_OR_WARNING : ERROR;
  }

  function collect(text: string, from: number): void {
    let offset = from;
    for (const line of text.split("\n")) {
      if (telling().test(line) && !NOTHING_WRONG.test(line)) keep(line, offset);
      offset += line.length + 1;
    }
  }

  function keep(line: string, offset: number): void {
    const [kept, most] = ERROR.test(line) ? [errors, MOST_ERRORS] : [warnings, MOST_WARNINGS];
    if (kept.length >= most) return;
    const shown = Buffer.from(line.slice(0, LINE_LENGTH), "latin1").toString("utf8").trim();
    kept.push({ offset, text: shown });
  }
}
