/** Reads a URL, or one relative to a base; undefined when it is none. */
export function tryParseUrl(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined;
}
