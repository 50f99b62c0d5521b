/** Every place where `wanted` occurs in `lines`, overlapping ones included, in one pass (Knuth–Morris–Pratt). */
export function findRuns(lines: readonly string[], wanted: readonly string[]): number[] {
  const fallback = fallbacksOf(wanted);
  const runs: number[] = [];
  let matched = 0;
  for (let at = 0; at < lines.length; at += 1) {
    while (matched > 0 && lines[at] !== wanted[matched]) matched = fallback[matched - 1]!;
    if (lines[at] === wanted[matched]) matched += 1;
    if (matched === wanted.length) {
      runs.push(at - matched + 1);
      matched = fallback[matched - 1]!;
    }
  }
  return runs;
}

/** For each beginning of `wanted`, the length of its longest proper beginning that is also its end. */
function fallbacksOf(wanted: readonly string[]): number[] {
  const fallback = [0];
  let matched = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    while (matched > 0 && wanted[at] !== wanted[matched]) matched = fallback[matched - 1]!;
    if (wanted[at] === wanted[matched]) matched += 1;
    fallback.push(matched);
  }
  return fallback;
}
