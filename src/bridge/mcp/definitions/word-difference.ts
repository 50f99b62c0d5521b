/** A place where two texts differ: what was there, what is there now, and some words around it. */
export interface WordChange {
  readonly before: string;
  readonly after: string;
  readonly lead: string;
  readonly tail: string;
}

const MOST_CELLS = 4_000_000;
const AROUND = 4;

/** Where two texts differ, word by word; very long differences are told as one. */
export function wordDifference(before: string, after: string): readonly WordChange[] {
  const [old, now] = [wordsIn(before), wordsIn(after)];
  const start = commonStart(old, now);
  const end = commonEnd(old, now, start);
  const oldPart = old.slice(start, old.length - end);
  const nowPart = now.slice(start, now.length - end);
  const isSmall = (oldPart.length + 1) * (nowPart.length + 1) <= MOST_CELLS;
  const runs = isSmall ? runsOf(oldPart, nowPart) : [{ at: 0, old: oldPart, now: nowPart }];
  return runs.map((run) => ({
    before: run.old.join(""),
    after: run.now.join(""),
    lead: now.slice(Math.max(0, start + run.at - AROUND), start + run.at).join(""),
    tail: now.slice(start + run.at + run.now.length, start + run.at + run.now.length + AROUND).join(""),
  }));
}

/** Words and what is between them. */
function wordsIn(text: string): readonly string[] {
  return text.match(/\s+|[^\s]+/g) ?? [];
}

function commonStart(old: readonly string[], now: readonly string[]): number {
  let at = 0;
  while (at < old.length && at < now.length && old[at] === now[at]) at += 1;
  return at;
}

function commonEnd(old: readonly string[], now: readonly string[], start: number): number {
  let count = 0;
  const most = Math.min(old.length, now.length) - start;
  while (count < most && old[old.length - 1 - count] === now[now.length - 1 - count]) count += 1;
  return count;
}

interface Run {
  /** Where it stands in the newer words. */
  readonly at: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

/** What is left of both beside the longest row of words they share. */
function runsOf(old: readonly string[], now: readonly string[]): readonly Run[] {
  const width = now.length + 1;
  const shared = new Uint32Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1) {
    for (let j = now.length - 1; j >= 0; j -= 1) {
      const below = shared[(i + 1) * width + j] ?? 0;
      const right = shared[i * width + j + 1] ?? 0;
      const both = (shared[(i + 1) * width + j + 1] ?? 0) + 1;
      shared[i * width + j] = old[i] === now[j] ? both : Math.max(below, right);
    }
  }
  return walk(old, now, (i, j) => shared[i * width + j] ?? 0);
}

function walk(
  old: readonly string[],
  now: readonly string[],
  sharedFrom: (i: number, j: number) => number,
): readonly Run[] {
  const runs: Run[] = [];
  let [i, j] = [0, 0];
  let [fromOld, fromNow] = [0, 0];
  const close = (): void => {
    if (i > fromOld || j > fromNow)
      runs.push({ at: fromNow, old: old.slice(fromOld, i), now: now.slice(fromNow, j) });
  };
  while (i < old.length || j < now.length) {
    if (i < old.length && j < now.length && old[i] === now[j]) {
      close();
      [i, j] = [i + 1, j + 1];
      [fromOld, fromNow] = [i, j];
    } else if (j >= now.length || (i < old.length && sharedFrom(i + 1, j) >= sharedFrom(i, j + 1))) i += 1;
    else j += 1;
  }
  close();
  return runs;
}
