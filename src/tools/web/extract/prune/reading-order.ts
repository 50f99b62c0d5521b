import { HEADINGS } from "../markup/tag-names.ts";
import type { PageElement } from "../page-tree.ts";
import { SITE_LINE } from "./phrases.ts";

/** Where an element lies among all elements of a page: from its own place up to the place behind its last descendant. */
export interface Span {
  readonly element: PageElement;
  readonly from: number;
  readonly to: number;
}

/** The places of all elements, and of the first and the last thing a person came to read. */
export interface ReadingOrder {
  readonly spans: ReadonlyMap<PageElement, Span>;
  readonly first: number;
  /** The place of the first sentence. */
  readonly begin: number;
  readonly last: number;
}

/** Puts the elements of a page in order. */
export function readingOrderOf(body: PageElement): ReadingOrder {
  const spans = new Map<PageElement, Span>();
  const reading: number[] = [];
  let [at, begin] = [0, Infinity];
  const visit = (element: PageElement): void => {
    const from = at;
    at += 1;
    if (isReading(element)) {
      reading.push(from);
      if (element.tag !== "h1" && element.tag !== "a") begin = Math.min(begin, from);
    }
    for (const child of element.children) if (child.kind === "element") visit(child);
    spans.set(element, { element, from, to: at });
  };
  visit(body);
  return { spans, first: reading[0] ?? 0, begin, last: reading.at(-1) ?? at };
}

/** A sentence, the title, code, or a headline. */
function isReading(element: PageElement): boolean {
  if (element.tag === "h1" || element.tag === "pre") return true;
  if (HEADINGS.has(element.tag) || element.attributes.get("href")?.startsWith("#") === true) return false;
  let own = "";
  for (const node of element.children) if (node.kind === "text") own += node.text.trim();
  if (own.length < (element.tag === "a" ? 30 : 50)) return false;
  return own.length > LONGEST_SITE_LINE || !SITE_LINE.test(own);
}

const LONGEST_SITE_LINE = 250;
