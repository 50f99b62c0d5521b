const MOST_NAMED = 50;

/** Names lines in a sentence: `line 3`, `lines 3, 10 and 20`; a long list is cut and counted. */
export function lineList(lines: readonly number[]): string {
  const named = lines.slice(0, MOST_NAMED).map(String);
  const more = lines.length - named.length;
  if (more > 0) return `lines ${named.join(", ")} and ${more} more`;
  const last = named.pop() ?? "";
  return named.length === 0 ? `line ${last}` : `lines ${named.join(", ")} and ${last}`;
}

/** Names a stretch of lines: `line 3` or `lines 3–8`. */
export function lineRange(first: number, last: number): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}
