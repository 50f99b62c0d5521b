/** A moment as text, in UTC; one that no calendar knows is told as it is. */
export function timeOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? String(at) : date.toISOString();
}

/** The same without the parts of a second, for a table. */
export function shortTimeOf(at: number): string {
  return timeOf(at).replace(/\.\d+Z$/, "Z");
}
