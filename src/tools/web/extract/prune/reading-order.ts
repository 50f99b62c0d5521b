import { HEADINGS } from "../markup/tag-names.ts";
import type { PageElement } from "../page-tree.ts";

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
  readonly last: number;
}

/** Puts the elements of a page in order. */
export function readingOrderOf(body: PageElement): ReadingOrder {
  const spans = new Map<PageElement, Span>();
  const reading: number[] = [];
  let at = 0;
  const visit = (element: PageElement): void => {
    const from = at;
    at += 1;
    if (isReading(element)) reading.push(from);
    for (const child of element.children) if (child.kind === "element") visit(child);
    spans.set(element, { element, from, to: at });
  };
  visit(body);
  return { spans, first: reading[0] ?? 0, last: reading.at(-1) ?? at };
}

/** A sentence, the title, code, or a headline. */
function isReading(element: PageElement): boolean {
  if (element.tag === "h1" || element.tag === "pre") return true;
  if (HEADINGS.has(element.tag) || element.attributes.get("href")?.startsWith("#") === true) return false;
  const own = element.children.reduce(
    (sum, node) => sum + (node.kind === "text" ? node.text.trim().length : 0),
    0,
  );
  return own >= (element.tag === "a" ? 30 : 50);
}
