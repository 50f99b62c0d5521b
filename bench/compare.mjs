/**
 * Times two pieces of work in turn, so that a busy machine slows both alike, and returns the ratio of their medians.
 * @param {() => Promise<unknown>} ours
 * @param {() => Promise<unknown>} peer
 * @param {{ rounds?: number }} [options]
 */
export async function compare(ours, peer, { rounds = 11 } = {}) {
  await peer();
  await ours();
  /** @type {number[]} */
  const mine = [];
  /** @type {number[]} */
  const theirs = [];
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await timed(peer));
    mine.push(await timed(ours));
  }
  const [a, b] = [median(mine), median(theirs)];
  return { ratio: a / b, detail: `${shown(a)} against ${shown(b)}` };
}

/** @param {() => Promise<unknown>} work */
async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** @param {number[]} values */
export function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** @param {number} ms */
function shown(ms) {
  return ms < 1 ? `${(ms * 1000).toFixed(2)} µs` : `${ms.toFixed(1)} ms`;
}
