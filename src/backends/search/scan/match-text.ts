/** Which lines of a text match, counted from 0, and at which character of the line. */
export interface TextMatches {
  readonly lines: readonly number[];
  readonly columns: readonly number[];
  /** Matching lines, or matches when the expression may span lines. */
  readonly count: number;
}

/** Finds the lines an expression matches; a global one is run over the whole text, any other on each line. */
export type MatchText = (expression: RegExp, text: string) => TextMatches;

/**
 * Contract: runs in a worker made from its source text, so it refers to nothing outside itself.
 * A carriage return before a line end is no part of the line.
 */
export function matchText(expression: RegExp, text: string): TextMatches {
  const lines: number[] = [];
  const columns: number[] = [];
  return expression.global ? matchAcrossLines() : matchEachLine();

  function matchEachLine(): TextMatches {
    let line = 0;
    for (let start = 0; start < text.length; line += 1) {
      const end = lineEnd(start);
      const hasReturn = end > start && text[end - 1] === "\r";
      const found = expression.exec(text.slice(start, hasReturn ? end - 1 : end));
      if (found !== null) add(line, found.index);
      start = end + 1;
    }
    return { lines, columns, count: lines.length };
  }

  function matchAcrossLines(): TextMatches {
    let [count, line, start] = [0, 0, 0];
    for (const match of text.matchAll(expression)) {
      if (match.index >= text.length) break;
      count += 1;
      for (; lineEnd(start) < match.index; line += 1) start = lineEnd(start) + 1;
      addCovered(line, start, match.index, match[0].length);
    }
    return { lines, columns, count };
  }

  /** Every line that a match covers, from the one it starts in. */
  function addCovered(firstLine: number, firstStart: number, from: number, length: number): void {
    const lastCharacter = Math.max(from, from + length - 1);
    let line = firstLine;
    for (let start = firstStart; start <= lastCharacter; line += 1) {
      if (line > (lines.at(-1) ?? -1)) add(line, Math.max(0, from - start));
      start = lineEnd(start) + 1;
    }
  }

  function lineEnd(from: number): number {
    const end = text.indexOf("\n", from);
    return end < 0 ? text.length : end;
  }

  function add(line: number, column: number): void {
    lines.push(line);
    columns.push(column);
  }
}
