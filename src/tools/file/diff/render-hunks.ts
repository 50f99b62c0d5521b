import type { ChangedRange } from "./compare-sequences.ts";

/** Lines with their "\n", what changed between them, and where they lie in their files. */
export interface HunkSource {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly ranges: readonly ChangedRange[];
  /** How many lines of the file precede `before[0]` and `after[0]`. */
  readonly beforeOffset: number;
  readonly afterOffset: number;
}

/** Renders changed ranges as `@@` hunks; ranges whose context touches share one hunk. */
export function renderHunks(source: HunkSource, context: number): string {
  return groupByContext(source.ranges, context)
    .map((group) => renderHunk(source, group, context))
    .join("");
}

function groupByContext(ranges: readonly ChangedRange[], context: number): ChangedRange[][] {
  const groups: ChangedRange[][] = [];
  for (const range of ranges) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    if (group && previous && range.beforeStart - previous.beforeEnd <= 2 * context) group.push(range);
    else groups.push([range]);
  }
  return groups;
}

function renderHunk(source: HunkSource, group: readonly ChangedRange[], context: number): string {
  const { before, after, beforeOffset, afterOffset } = source;
  const first = group[0]!;
  const last = group.at(-1)!;
  const lead = Math.min(context, first.beforeStart);
  const trail = Math.min(context, before.length - last.beforeEnd);
  const start = first.beforeStart - lead;
  const end = last.beforeEnd + trail;
  const beforeSpan = span(beforeOffset + start, end - start);
  const afterSpan = span(
    afterOffset + first.afterStart - lead,
    last.afterEnd + trail - (first.afterStart - lead),
  );

  let out = `@@ -${beforeSpan} +${afterSpan} @@\n`;
  let line = start;
  for (const range of group) {
    out += renderLines(" ", before.slice(line, range.beforeStart));
    out += renderLines("-", before.slice(range.beforeStart, range.beforeEnd));
    out += renderLines("+", after.slice(range.afterStart, range.afterEnd));
    line = range.beforeEnd;
  }
  return out + renderLines(" ", before.slice(line, end));
}

/** An empty span names the line before it, as patch(1) expects. */
function span(linesAbove: number, count: number): string {
  return `${count === 0 ? linesAbove : linesAbove + 1},${count}`;
}

function renderLines(sign: string, lines: readonly string[]): string {
  return lines
    .map((line) => sign + (line.endsWith("\n") ? line : `${line}\n\\ No newline at end of file\n`))
    .join("");
}
