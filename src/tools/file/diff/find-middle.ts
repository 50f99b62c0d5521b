/** A part of the edit grid: a[aLow, aHigh) against b[bLow, bHigh). */
export interface Box {
  readonly aLow: number;
  readonly aHigh: number;
  readonly bLow: number;
  readonly bHigh: number;
}

/** Both sequences and two scratch arrays of a.length + b.length + 3 places, used again for every box. */
export interface Sides {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly forward: Int32Array;
  readonly backward: Int32Array;
}

/** Where to cut a box; `exact` says that a shortest edit path runs through it. */
export interface Middle {
  readonly x: number;
  readonly y: number;
  readonly exact: boolean;
}

/**
 * Finds a point on a shortest edit path of a box whose first tokens differ and whose last tokens differ:
 * one search from each corner, one more edit per round, until the two meet. After `maxSteps` rounds it
 * settles for the point that the first search got furthest with.
 */
export function findMiddle(sides: Sides, box: Box, maxSteps: number): Middle {
  const { a, b, forward, backward } = sides;
  const { aLow, aHigh, bLow, bHigh } = box;
  // Diagonal k holds the points with x - y = k; the offset makes every index positive.
  const offset = b.length + 1;
  const lowest = aLow - bHigh;
  const highest = aHigh - bLow;
  const start = aLow - bLow;
  const end = aHigh - bHigh;
  const meetsForward = (start - end) % 2 !== 0;
  let forwardLow = start;
  let forwardHigh = start;
  let backwardLow = end;
  let backwardHigh = end;
  forward[offset + start] = aLow;
  backward[offset + end] = aHigh;

  for (let step = 1; ; step++) {
    // A diagonal outside the box is never entered: the band shrinks there instead of growing.
    if (forwardLow > lowest) forward[offset + --forwardLow - 1] = -1;
    else forwardLow++;
    if (forwardHigh < highest) forward[offset + ++forwardHigh + 1] = -1;
    else forwardHigh--;
    for (let k = forwardHigh; k >= forwardLow; k -= 2) {
      const fromRemoval = forward[offset + k - 1]! + 1;
      const fromAddition = forward[offset + k + 1]!;
      let x = Math.max(fromRemoval, fromAddition);
      while (x < aHigh && x - k < bHigh && a[x] === b[x - k]) x++;
      forward[offset + k] = x;
      const meets = meetsForward && k >= backwardLow && k <= backwardHigh;
      if (meets && backward[offset + k]! <= x) return { x, y: x - k, exact: true };
    }

    if (backwardLow > lowest) backward[offset + --backwardLow - 1] = aHigh + 1;
    else backwardLow++;
    if (backwardHigh < highest) backward[offset + ++backwardHigh + 1] = aHigh + 1;
    else backwardHigh--;
    for (let k = backwardHigh; k >= backwardLow; k -= 2) {
      const fromAddition = backward[offset + k - 1]!;
      const fromRemoval = backward[offset + k + 1]! - 1;
      let x = Math.min(fromAddition, fromRemoval);
      while (x > aLow && x - k > bLow && a[x - 1] === b[x - k - 1]) x--;
      backward[offset + k] = x;
      const meets = !meetsForward && k >= forwardLow && k <= forwardHigh;
      if (meets && x <= forward[offset + k]!) return { x, y: x - k, exact: true };
    }

    if (step >= maxSteps) return furthest(forward, offset, forwardLow, forwardHigh, box);
  }
}

function furthest(
  forward: Int32Array,
  offset: number,
  low: number,
  high: number,
  { aHigh, bHigh }: Box,
): Middle {
  let best = { x: -1, y: -1, exact: false };
  for (let k = high; k >= low; k -= 2) {
    const x = Math.min(forward[offset + k]!, aHigh, bHigh + k);
    if (x + x - k > best.x + best.y) best = { x, y: x - k, exact: false };
  }
  return best;
}
