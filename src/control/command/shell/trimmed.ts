/** A text without the beginning (`#`) or end (`%`) that a pattern matches; undefined when it cannot be told. */
export function trimmed(
  text: string | undefined,
  operator: "#" | "##" | "%" | "%%",
  pattern: string | undefined,
): string | undefined {
  if (text === undefined || pattern === undefined || /[[\]()\\]/.test(pattern)) return undefined;
  if (pattern.length > LONGEST || text.length > LONGEST || pattern.split("*").length > MOST_STARS) {
    return undefined;
  }
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  const matches = matcherOf(pattern);
  const isEnd = operator.startsWith("%");
  const cut = (operator.length === 2 ? lengths.toReversed() : lengths).find((length) =>
    matches(isEnd ? text.slice(text.length - length) : text.slice(0, length)),
  );
  if (cut === undefined) return text;
  return isEnd ? text.slice(0, text.length - cut) : text.slice(cut);
}

/** Trying every length costs the square, and no name is longer. */
const LONGEST = 256;
const MOST_STARS = 4;

function matcherOf(pattern: string): (text: string) => boolean {
  const source = pattern
    .replaceAll(/[.+^${}|/-]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  const expression = new RegExp(`^${source}$`, "s");
  return (text) => expression.test(text);
}
