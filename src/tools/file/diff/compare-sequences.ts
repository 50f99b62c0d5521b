import { findMiddle, type Box, type Sides } from "./find-middle.ts";

/** Enough for any two files of this many lines; what differs more is compared in bounded time, not minimally. */
const EXACT_STEPS = 10_000;
const HURRIED_STEPS = 256;

/** before[beforeStart, beforeEnd) became after[afterStart, afterEnd); indexes count from 0. */
export interface ChangedRange {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** Finds a smallest set of removals and additions that turns one sequence into the other (Myers, linear space). */
export function compareSequences(before: readonly string[], after: readonly string[]): ChangedRange[] {
  const [a, b] = internTokens(before, after);
  const removed = new Uint8Array(a.length).fill(1);
  const added = new Uint8Array(b.length).fill(1);
  const common = trimCommonEnds(a, b, { aLow: 0, aHigh: a.length, bLow: 0, bHigh: b.length });
  removed.fill(0, 0, common.aLow).fill(0, common.aHigh);
  added.fill(0, 0, common.bLow).fill(0, common.bHigh);

  // A token that the other side lacks can never be kept, so leaving it out loses no match
  // and makes a full rewrite cheap.
  const aShared = indexesSharedWith(b, common.bLow, common.bHigh, a, common.aLow, common.aHigh);
  const bShared = indexesSharedWith(a, common.aLow, common.aHigh, b, common.bLow, common.bHigh);
  matchMinimally(pick(a, aShared), pick(b, bShared), (aIndex, bIndex) => {
    removed[aShared[aIndex]!] = 0;
    added[bShared[bIndex]!] = 0;
  });
  return rangesOf(removed, added);
}

/** Equal tokens get equal numbers, so that comparing them costs one instruction. */
function internTokens(before: readonly string[], after: readonly string[]): [Int32Array, Int32Array] {
  const numbers = new Map<string, number>();
  const numberOf = (token: string): number => {
    const known = numbers.get(token);
    if (known !== undefined) return known;
    numbers.set(token, numbers.size);
    return numbers.size - 1;
  };
  return [Int32Array.from(before, numberOf), Int32Array.from(after, numberOf)];
}

function trimCommonEnds(a: Int32Array, b: Int32Array, box: Box): Box {
  let { aLow, aHigh, bLow, bHigh } = box;
  while (aLow < aHigh && bLow < bHigh && a[aLow] === b[bLow]) {
    aLow++;
    bLow++;
  }
  while (aLow < aHigh && bLow < bHigh && a[aHigh - 1] === b[bHigh - 1]) {
    aHigh--;
    bHigh--;
  }
  return { aLow, aHigh, bLow, bHigh };
}

function indexesSharedWith(
  other: Int32Array,
  otherLow: number,
  otherHigh: number,
  own: Int32Array,
  low: number,
  high: number,
): number[] {
  const present = new Set(other.subarray(otherLow, otherHigh));
  const shared: number[] = [];
  for (let index = low; index < high; index++) if (present.has(own[index]!)) shared.push(index);
  return shared;
}

function pick(tokens: Int32Array, indexes: readonly number[]): Int32Array {
  return Int32Array.from(indexes, (index) => tokens[index]!);
}

/** Calls back for each pair of a longest common subsequence, by splitting at the middle of the edit path. */
function matchMinimally(a: Int32Array, b: Int32Array, onMatch: (a: number, b: number) => void): void {
  const diagonals = a.length + b.length + 3;
  const sides: Sides = { a, b, forward: new Int32Array(diagonals), backward: new Int32Array(diagonals) };
  const pending: Box[] = [{ aLow: 0, aHigh: a.length, bLow: 0, bHigh: b.length }];
  let maxSteps = EXACT_STEPS;
  for (let box = pending.pop(); box !== undefined; box = pending.pop()) {
    const core = trimCommonEnds(a, b, box);
    for (let i = 0; box.aLow + i < core.aLow; i++) onMatch(box.aLow + i, box.bLow + i);
    for (let i = 0; core.aHigh + i < box.aHigh; i++) onMatch(core.aHigh + i, core.bHigh + i);
    if (core.aLow === core.aHigh || core.bLow === core.bHigh) continue;
    const { x, y, exact } = findMiddle(sides, core, maxSteps);
    if (!exact) maxSteps = HURRIED_STEPS;
    pending.push({ ...core, aHigh: x, bHigh: y }, { ...core, aLow: x, bLow: y });
  }
}

function rangesOf(removed: Uint8Array, added: Uint8Array): ChangedRange[] {
  const ranges: ChangedRange[] = [];
  let a = 0;
  let b = 0;
  while (a < removed.length || b < added.length) {
    const beforeStart = a;
    const afterStart = b;
    while (removed[a] === 1) a++;
    while (added[b] === 1) b++;
    if (a > beforeStart || b > afterStart) {
      ranges.push({ beforeStart, beforeEnd: a, afterStart, afterEnd: b });
    }
    a++;
    b++;
  }
  return ranges;
}
