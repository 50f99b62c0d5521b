import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement, type Weight } from "../page-tree.ts";
import { isInContent } from "./landmarks.ts";
import { readingOrderOf } from "./reading-order.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";

/** Drops blocks of short links and little else that lead around the page, or stand before or behind all there is to read. */
export function linkBlocksOf(body: PageElement): Rule {
  const { spans, first, last } = readingOrderOf(body);
  return (element, page) => {
    if (!BLOCKS.has(element.tag) || HEADINGS.has(element.tag) || element.weight.links === 0) return false;
    if (isMuchOf(element, page)) return false;
    const span = spans.get(element);
    const isOutside = span !== undefined && (span.from > last || span.to <= first);
    if (isContents(element, isOutside ? 1 : 3)) return true;
    if (!isLinkBlock(element)) return false;
    return isInContent(element) ? isTrail(element) : isOutside && !isInText(element, page);
  };
}

/** A list under a heading of the text itself. */
function isInText(element: PageElement, page: Weight): boolean {
  const siblings = element.parent?.children ?? [];
  if (siblings.length > MOST_SIBLINGS) return false;
  const before = siblings.slice(0, siblings.indexOf(element)).findLast((node) => node.kind === "element");
  return (
    before?.kind === "element" &&
    HEADINGS.has(before.tag) &&
    (element.parent?.weight.prose ?? 0) > page.prose * 0.4
  );
}

const MOST_SIBLINGS = 1000;

/** Links that all lead to places of the same page. */
function isContents(element: PageElement, least: number): boolean {
  if (element.weight.links < least || linkShare(element) < 0.7) return false;
  for (const { tag, attributes } of elementsOf(element)) {
    if (tag === "a" && attributes.has("href") && attributes.get("href")?.startsWith("#") !== true)
      return false;
  }
  return true;
}

/** Many links, short, with hardly a word between them. */
function isLinkBlock(element: PageElement): boolean {
  const { links, linked, pictures } = element.weight;
  if (CELLS.has(element.tag) || links < 2 || pictures > 0) return false;
  return linkShare(element) > 0.6 && linked / links < 30 && !holdsCards(element);
}

const CELLS = new Set("td th tr tbody thead dd dt".split(" "));

/** Things on offer have headings of their own. */
function holdsCards(element: PageElement): boolean {
  for (const { tag } of elementsOf(element)) if (tag === "h2" || tag === "h3") return true;
  return false;
}

/** Links in one line with signs between them: a trail of places, not a list. */
function isTrail(element: PageElement): boolean {
  if (element.weight.links < 3 || element.weight.text > 120 || element.tag === "ul" || element.tag === "ol")
    return false;
  return linkShare(element) > 0.8 && /[|·•›»/>]/.test(lineOf(element));
}
