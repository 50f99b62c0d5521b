/** Tells whether a value is nested more than so many levels deep, without going deep itself. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let layer = [value];
  for (let level = 0; layer.length > 0; level += 1) {
    const next = layer.flatMap((one) =>
      typeof one === "object" && one !== null ? (Object.values(one) as unknown[]) : [],
    );
    if (level >= levels && next.length > 0) return true;
    layer = next;
  }
  return false;
}
