import { splitLines } from "../diff/split-lines.ts";

/** The lines of a file in the forms that hunks are compared with. */
export interface FileLines {
  /** As they are, line ends included. */
  readonly raw: readonly string[];
  /** Without line ends. */
  exact(): readonly string[];
  /** Without line ends and the blanks before them. */
  relaxed(): readonly string[];
}

/** Splits a text once and makes each form when it is first asked for. */
export function createFileLines(text: string): FileLines {
  const raw = splitLines(text);
  let exact: readonly string[] | undefined;
  let relaxed: readonly string[] | undefined;
  return {
    raw,
    exact: () => (exact ??= raw.map(withoutLineEnd)),
    relaxed: () => (relaxed ??= raw.map(withoutBlanksAtEnd)),
  };
}

/** A line without what ends it. */
export function withoutLineEnd(line: string): string {
  const end = line.endsWith("\n") ? line.length - 1 : line.length;
  return line.slice(0, line[end - 1] === "\r" ? end - 1 : end);
}

/** A line without what ends it and the blanks before that. */
export function withoutBlanksAtEnd(line: string): string {
  return line.trimEnd();
}
