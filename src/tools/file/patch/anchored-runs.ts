/** The runs that lie below a hunk's `@@` anchors; all of them when an anchor is nowhere in the file. */
export function anchoredRuns(
  file: readonly string[],
  runs: readonly number[],
  anchors: readonly string[],
): readonly number[] {
  const blocks = blocksBelow(file, anchors.length === 0 ? [] : anchorLines(file, anchors));
  if (blocks.length === 0) return runs;
  const inside = runs.filter((run) => blocks.some(({ start, end }) => run >= start && run < end));
  if (inside.length > 0) return inside;
  const following = blocks.map(({ start }) => runs.find((run) => run > start));
  return [...new Set(following)].filter((run) => run !== undefined);
}

/** Every line that the innermost of stacked anchors may mean, counted from 0: inside the block of the one above it. */
export function anchorLines(file: readonly string[], anchors: readonly string[]): readonly number[] {
  let lines: readonly number[] | undefined;
  for (const anchor of anchors) {
    const named = linesNamed(file, anchor);
    lines = lines === undefined ? named : withinBlocks(file, lines, named);
  }
  return lines ?? [];
}

/** An anchor that names more lines than this narrows nothing. */
const MOST_LINES = 200;

function linesNamed(file: readonly string[], anchor: string): readonly number[] {
  const ways: readonly ((line: string) => boolean)[] = [
    (line) => line.trim() === anchor,
    (line) => line.trimStart().startsWith(anchor),
    (line) => line.includes(anchor),
  ];
  for (const isNamed of ways) {
    const lines = file.flatMap((line, index) => (isNamed(line) ? [index] : []));
    if (lines.length > MOST_LINES) return [];
    if (lines.length > 0) return lines;
  }
  return [];
}

function withinBlocks(
  file: readonly string[],
  outer: readonly number[],
  inner: readonly number[],
): readonly number[] {
  const blocks = blocksBelow(file, outer);
  const inside = inner.filter((line) => blocks.some(({ start, end }) => line > start && line < end));
  if (inside.length > 0) return inside;
  const first = Math.min(...outer);
  return inner.filter((line) => line > first);
}

interface Block {
  readonly start: number;
  readonly end: number;
}

function blocksBelow(file: readonly string[], lines: readonly number[]): Block[] {
  return lines.map((start) => ({ start, end: blockEnd(file, start) }));
}

/** The block a line opens ends before the next line that is indented no deeper and is not a bracket of the block. */
function blockEnd(file: readonly string[], start: number): number {
  const depth = indentOf(file[start]!);
  for (let at = start + 1; at < file.length; at += 1) {
    const line = file[at]!;
    if (line.trim() !== "" && indentOf(line) <= depth && !/^\s*(?:[{})\]]|end\b)/.test(line)) return at;
  }
  return file.length;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
