/** The characters that end a line. */
export type LineEnding = "\n" | "\r\n" | "\r";

/** The line ending a text uses most, and whether it uses others beside it. */
export interface LineEndings {
  /** "\n" where the text has no line ending at all. */
  readonly ending: LineEnding;
  readonly mixed: boolean;
}

/** Tells which line ending a text uses. */
export function lineEndingOf(text: string): LineEndings {
  const crlf = count(text, "\r\n");
  const lf = count(text, "\n") - crlf;
  const cr = count(text, "\r") - crlf;
  const most = Math.max(lf, crlf, cr);
  const ending = most === lf ? "\n" : most === crlf ? "\r\n" : "\r";
  return { ending, mixed: most < lf + crlf + cr };
}

/** Tells whether a text ends with a line ending; an empty text does not. */
export function hasFinalNewline(text: string): boolean {
  return text.endsWith("\n") || text.endsWith("\r");
}

function count(text: string, part: string): number {
  let found = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
  return found;
}
