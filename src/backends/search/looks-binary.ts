/** How much of a file is looked at to tell text from binary. */
export const SNIFFED_BYTES = 4096;

/** Tells whether the beginning of a file is binary: it holds a NUL and no mark says UTF-16. */
export function looksBinary(head: Uint8Array): boolean {
  return !hasUtf16Mark(head) && head.subarray(0, SNIFFED_BYTES).includes(0);
}

/** Tells whether a file begins with the byte order mark of UTF-16. */
export function hasUtf16Mark(head: Uint8Array): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}
