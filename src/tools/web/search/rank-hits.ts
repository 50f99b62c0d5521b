import type { Hit } from "./search-provider.ts";
import { unwrapLink } from "./unwrap-link.ts";

/** The first results with their real addresses, each page once, in the order they came. */
export function rankHits(
  found: readonly Hit[],
  { base, count }: { base: string; count: number },
): readonly Hit[] {
  const seen = new Set<string>();
  const hits: Hit[] = [];
  for (const { title, url: written, snippet } of found) {
    if (hits.length === count) break;
    const url = unwrapLink(written, base);
    if (url === undefined || url.length > MOST_URL || seen.has(pageOf(url))) continue;
    seen.add(pageOf(url));
    const line = shortLine(title, MOST_TITLE);
    hits.push({ title: line === "" ? url : line, url, snippet: shortLine(snippet, MOST_SNIPPET) });
  }
  return hits;
}

const MOST_TITLE = 200;
const MOST_SNIPPET = 500;
/** Longer ones nobody fetches. */
const MOST_URL = 2048;

/** Two addresses that differ only in scheme, fragment or a final slash show the same page. */
function pageOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, "")}${search}`;
}

function shortLine(text: string, most: number): string {
  const line = text
    .slice(0, most * 8)
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= most ? line : `${line.slice(0, most).trimEnd()}…`;
}
