import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement, type Weight } from "../page-tree.ts";
import { isByline } from "./bylines.ts";
import { isInContent } from "./landmarks.ts";
import { layoutTablesOf } from "./layout-tables.ts";
import { postsOf } from "./posts.ts";
import { readingOrderOf } from "./reading-order.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";

/** Drops blocks of short links and little else that lead around the page, or stand before or behind all there is to read. */
export function linkBlocksOf(body: PageElement): Rule {
  const { spans, first, last } = readingOrderOf(body);
  const isLayout = layoutTablesOf(body);
  const isPost = postsOf(body);
  return (element, page) => {
    if (!BLOCKS.has(element.tag) || HEADINGS.has(element.tag) || element.weight.links === 0) return false;
    if (isMuchOf(element, page) || isByline(element)) return false;
    const span = spans.get(element);
    const isOutside = span !== undefined && (span.from > last || span.to <= first);
    if (isContents(element, isOutside ? 1 : 3)) return true;
    if (CELLS.has(element.tag)) return isLayout(element) && isMenu(element);
    if (isOutside && !isInContent(element) && isBottomLine(element)) return true;
    if (!isLinkBlock(element)) return false;
    if (isInText(element, page)) return false;
    return isTrail(element) || (isOutside && !isInContent(element) && !isPost(element));
  };
}

/** A list under a heading of the text itself. */
function isInText(element: PageElement, page: Weight): boolean {
  const parent = element.parent;
  if (parent === undefined || parent.children.length > MOST_SIBLINGS) return false;
  const at = parent.children.indexOf(element);
  const before = parent.children.slice(0, at).findLast((node) => node.kind === "element");
  if (before === undefined) return parent.tag === "nav" && isInText(parent, page);
  return before.kind === "element" && HEADINGS.has(before.tag) && parent.weight.prose > page.prose * 0.4;
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
  if (links < 2 || pictures > (links > 3 ? 1 : 0)) return false;
  return linkShare(element) > 0.6 && linked / links < 30 && !holdsCards(element) && !isAddress(element);
}

/** Numbers to call and addresses to write to. */
function isAddress(element: PageElement): boolean {
  for (const { tag, attributes } of elementsOf(element))
    if (tag === "a" && !/^(?:tel|mailto):/i.test(attributes.get("href") ?? "")) return false;
  return true;
}

/** Short links in a cell beside the text. */
function isMenu({ weight, tag }: PageElement): boolean {
  const { links, linked, text, prose } = weight;
  if (tag !== "td" || links < 3 || prose > text * 0.2) return false;
  return linked > text * 0.4 && linked / links < 40;
}

/** Links with signs between them, and a few words on the site. */
function isBottomLine(element: PageElement): boolean {
  const { links, linked, text } = element.weight;
  return links > 2 && text < 250 && linked > text * 0.3 && /\S\s*[|·•›»]\s*\S/.test(lineOf(element));
}

const CELLS = new Set("td th tr tbody thead dd dt".split(" "));

/** Things on offer have headings of their own. */
function holdsCards(element: PageElement): boolean {
  for (const { tag } of elementsOf(element)) if (tag === "h2" || tag === "h3") return true;
  return false;
}

/** Links in one line with signs between them and no words: a trail of places, or the tools of a page. */
function isTrail(element: PageElement): boolean {
  const { links, text } = element.weight;
  if (links < 3 || text > 200 || element.tag === "ul" || element.tag === "ol") return false;
  const between = textBesideLinks(element);
  return /[|·•›»/>\]]/.test(between) && !/[\p{L}\p{N}]{2}/u.test(between);
}

function textBesideLinks(element: PageElement): string {
  return element.children
    .map((child) => {
      if (child.kind === "text") return child.text;
      return child.tag === "a" ? " " : textBesideLinks(child);
    })
    .join("");
}
