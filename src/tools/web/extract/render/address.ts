/** Makes an address absolute; undefined when it leads nowhere a reader could go. */
export function toAddress(written: string | undefined, base: string): string | undefined {
  const trimmed = written?.trim() ?? "";
  if (trimmed === "" || trimmed === "#" || trimmed.length > MOST_CHARACTERS) return undefined;
  const url = URL.canParse(trimmed, base) ? new URL(trimmed, base) : undefined;
  if (url === undefined || !KNOWN.has(url.protocol)) return undefined;
  return url.href.replaceAll("(", "%28").replaceAll(")", "%29");
}

const MOST_CHARACTERS = 1000;
const KNOWN = new Set(["http:", "https:", "mailto:", "tel:", "ftp:"]);
