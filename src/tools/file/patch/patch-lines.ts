/** The lines of a patch text, or of a part of it. */
export interface PatchLines {
  readonly lines: readonly string[];
  /** How many lines of the given text come before `lines[0]`. */
  readonly skipped: number;
}

/** Splits a patch text; the lines of a code fence or a heredoc around it are blanked, the line ends of its transport dropped. */
export function patchLines(text: string): PatchLines {
  const lines = text
    .replace(/^\u{feff}/u, "")
    .replace(/\n$/, "")
    .split("\n")
    .map((line) => (FENCE.test(line) ? "" : line));
  return { lines: withoutHeredocEnd(withoutTransportEnds(lines)), skipped: 0 };
}

/** No line of a patch begins like this: content has a sign before it. */
const FENCE = /^(?:`{3,}|~{3,})[\w-]*\s*$/;
const HEREDOC = /<<-?\s*(["']?)([A-Za-z_]\w*)\1(?=$|[\s|;)])/;

/** A patch whose own headers end in CRLF was sent with CRLF; only then are the "\r" not part of the content. */
function withoutTransportEnds(lines: readonly string[]): readonly string[] {
  if (lines.find(isStructural)?.endsWith("\r") !== true) return lines;
  return lines.map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

function withoutHeredocEnd(lines: readonly string[]): readonly string[] {
  const start = lines.findIndex(isStructural);
  const opening = lines.slice(0, Math.max(0, start)).findLast((line) => line.trim() !== "");
  const word = HEREDOC.exec(opening ?? "")?.[2];
  return word === undefined ? lines : lines.map((line, at) => (at > start && line === word ? "" : line));
}

function isStructural(line: string): boolean {
  return /^(?:\*\*\* |diff --git |--- |\+\+\+ |@@)/.test(line);
}
