/** Tells whether the part of a unified diff about one file begins at a line. */
export function isUnifiedStart(lines: readonly string[], at: number): boolean {
  return lines[at]!.startsWith("diff --git ") || isNamePair(lines, at);
}

/** Tells whether a line and the next are `---` and `+++` with the names of a file. */
export function isNamePair(lines: readonly string[], at: number): boolean {
  return /^--- \S/.test(lines[at] ?? "") && /^\+\+\+ \S/.test(lines[at + 1] ?? "");
}
