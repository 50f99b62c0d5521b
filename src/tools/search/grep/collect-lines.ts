import type { ContentFinding, LineFinding } from "../../../kernel/index.ts";

/** Which matches to collect, and how many bytes of them fit. */
export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  readonly before: number;
  readonly after: number;
  readonly room: number;
  readonly sizeOf: (line: LineFinding) => number;
  /** Told of each line that goes on the page, at once. */
  readonly onLine: (line: LineFinding) => void;
}

/** One page of matching lines with what surrounds them. */
export interface LinePage {
  readonly lines: readonly LineFinding[];
  readonly hits: number;
  readonly hasMore: boolean;
}

/** Collects one page and leaves the search as soon as it is full and more is known to follow. */
export async function collectLines(
  findings: AsyncIterable<ContentFinding>,
  request: PageRequest,
): Promise<LinePage> {
  const { offset, limit, before, after, room, sizeOf, onLine } = request;
  const lines: LineFinding[] = [];
  const put = (...added: readonly LineFinding[]): void => {
    lines.push(...added);
    added.forEach(onLine);
  };
  let waiting: LineFinding[] = [];
  let last: LineFinding | undefined;
  let [seen, hits, bytes] = [0, 0, 0];
  for await (const finding of findings) {
    if (finding.kind !== "line") continue;
    if (!finding.isMatch) {
      if (!follows(finding, last, after)) waiting.push(finding);
      else if ((bytes += sizeOf(finding)) <= room) put(finding);
      continue;
    }
    const surroundings = waiting.filter((line) => follows(finding, line, before));
    waiting = [];
    seen += 1;
    if (seen <= offset) continue;
    bytes += [...surroundings, finding].reduce((sum, line) => sum + sizeOf(line), 0);
    if (hits >= limit || (hits > 0 && bytes > room)) return { lines, hits, hasMore: true };
    put(...surroundings, finding);
    last = finding;
    hits += 1;
  }
  return { lines, hits, hasMore: false };
}

/** Tells whether a line comes after another of the same file, by at most so many lines. */
function follows(line: LineFinding, earlier: LineFinding | undefined, within: number): boolean {
  return earlier !== undefined && earlier.path === line.path && line.line - earlier.line <= within;
}
