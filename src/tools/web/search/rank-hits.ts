import { plainLine } from "./plain-line.ts";
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
    if (url === undefined || seen.has(pageOf(url))) continue;
    seen.add(pageOf(url));
    const line = plainLine(title, MOST_TITLE);
    hits.push({ title: line === "" ? url : line, url, snippet: plainLine(snippet, MOST_SNIPPET) });
  }
  return hits;
}

const MOST_TITLE = 200;
const MOST_SNIPPET = 500;

/** Two addresses that differ only in scheme, fragment or a final slash show the same page. */
function pageOf(url: string): string {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, "")}${search}`;
}
