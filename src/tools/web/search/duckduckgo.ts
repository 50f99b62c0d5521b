import { parsePage } from "../extract/markup/parse-page.ts";
import { elementsOf, lineOf, type PageElement } from "../extract/page-tree.ts";
import { blocked, refuseStatus, unreadable } from "./search-faults.ts";
import type { Hit, SearchProvider } from "./search-provider.ts";

const NAME = "DuckDuckGo";

/** Where the pages for browsers without scripts are, which need no key. */
const ENDPOINT = "https://html.duckduckgo.com/html/";

/** Searches by the page that is made for browsers without scripts. */
export function createDuckDuckGo({
  endpoint = ENDPOINT,
}: { readonly endpoint?: string } = {}): SearchProvider {
  return {
    name: NAME,
    request: (query) => ({
      url: `${endpoint}?${new URLSearchParams({ q: query }).toString()}`,
      headers: HEADERS,
    }),
    parse(status, headers, body) {
      refuseStatus(NAME, status, headers);
      return parseResults(body, endpoint);
    },
  };
}

const HEADERS = {
  accept: "text/html",
  "accept-language": "en-US,en;q=0.8",
  "user-agent": "Mozilla/5.0 (compatible; Deckhand)",
};

function parseResults(body: string, endpoint: string): readonly Hit[] {
  const page = parsePage(body, { keepNoscript: true }).body;
  const hits = [...elementsOf(page)].filter(isResult).flatMap((result) => toHit(result, endpoint));
  if (hits.length > 0) return hits;
  if (/anomaly[-_.]|captcha|challenge-form|bots use DuckDuckGo/i.test(body))
    throw blocked(NAME, "a challenge page");
  const text = lineOf(page);
  if (/no[- ]results|no more results/i.test(body) || holdsForm(page)) return [];
  throw unreadable(NAME, text === "" ? "an empty page" : JSON.stringify(text.slice(0, 120)));
}

/** Ads are results of another kind. */
function isResult(element: PageElement): boolean {
  const names = element.attributes.get("class")?.split(/\s+/) ?? [];
  return names.includes("result") && !names.includes("result--ad") && !names.includes("result--no-result");
}

function toHit(result: PageElement, endpoint: string): readonly Hit[] {
  const link = find(result, "result__a");
  const href = link?.attributes.get("href") ?? "";
  if (link === undefined || href === "") return [];
  const url = URL.canParse(href, endpoint) ? new URL(href, endpoint).href : "";
  const snippet = find(result, "result__snippet");
  return [{ title: lineOf(link), url, snippet: snippet === undefined ? "" : lineOf(snippet) }];
}

function find(within: PageElement, name: string): PageElement | undefined {
  for (const element of elementsOf(within)) {
    if (element.attributes.get("class")?.split(/\s+/).includes(name) === true) return element;
  }
  return undefined;
}

function holdsForm(page: PageElement): boolean {
  return [...elementsOf(page)].some(
    ({ tag, attributes }) => tag === "input" && attributes.get("name") === "q",
  );
}
