/** Makes ids that nothing in use has: the smallest numbers that are free. */
export function createIds(inUse: Iterable<string>): () => string {
  const taken = new Set(inUse);
  let last = 0;
  return () => {
    do last += 1;
    while (taken.has(String(last)));
    return String(last);
  };
}
