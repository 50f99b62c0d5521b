/** The stretch of a text that takes the fewest changes to become a wanted text. */
export interface Alignment {
  readonly start: number;
  readonly end: number;
  /** How many characters have to be added, removed or exchanged. */
  readonly changes: number;
}

/** Finds the best approximate match of a short wanted text inside another (Sellers' algorithm). */
export function alignInside(text: string, wanted: string): Alignment {
  // One cell per character of `wanted`: the changes that get there, and where in `text` the match began.
  const changes = Int32Array.from({ length: wanted.length + 1 }, (_, index) => index);
  const starts = new Int32Array(wanted.length + 1);
  let best: Alignment = { start: 0, end: 0, changes: wanted.length };
  for (let at = 0; at < text.length; at++) {
    advance(changes, starts, text.charCodeAt(at), at, wanted);
    const reached = changes[wanted.length]!;
    if (reached < best.changes) best = { start: starts[wanted.length]!, end: at + 1, changes: reached };
  }
  return best;
}

/** Takes one more character of the text into account. */
function advance(changes: Int32Array, starts: Int32Array, unit: number, at: number, wanted: string): void {
  let cornerChanges = changes[0]!;
  let cornerStart = at;
  starts[0] = at + 1;
  for (let index = 1; index < changes.length; index++) {
    const exchange = cornerChanges + (wanted.charCodeAt(index - 1) === unit ? 0 : 1);
    const add = changes[index]! + 1;
    const remove = changes[index - 1]! + 1;
    const exchangeStart = cornerStart;
    cornerChanges = changes[index]!;
    cornerStart = starts[index]!;
    if (exchange <= add && exchange <= remove) {
      changes[index] = exchange;
      starts[index] = exchangeStart;
    } else if (add <= remove) {
      changes[index] = add;
    } else {
      changes[index] = remove;
      starts[index] = starts[index - 1]!;
    }
  }
}
