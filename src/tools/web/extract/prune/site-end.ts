import { elementsOf, lineOf, type PageElement, type Weight } from "../page-tree.ts";
import { LEGAL, LEGAL_LINK } from "./phrases.ts";
import { postsOf } from "./posts.ts";
import { type ReadingOrder, readingOrderOf, type Span } from "./reading-order.ts";
import type { Rule } from "./rule.ts";

/** Drops what every page of a site ends with, known by the legal lines and links in it and by nothing to read behind it. */
export function siteEndOf(body: PageElement): Rule {
  const order = readingOrderOf(body);
  const isPost = postsOf(body);
  const legal = [...elementsOf(body)]
    .filter((element) => isLegal(element) && !isPost(element))
    .slice(-MOST_LINES);
  const ends = new Set(legal.map((element) => widest(element, legal, { order, page: body.weight })));
  return (element) => ends.has(element);
}

/** A site has no more of them than this. */
const MOST_LINES = 60;

function isLegal(element: PageElement): boolean {
  const { tag, weight } = element;
  if (weight.text === 0) return false;
  if (isCalledEnd(element)) return true;
  if (weight.text > 200) return false;
  const line = lineOf(element);
  if (tag === "a") return weight.text < 40 && LEGAL_LINK.test(line);
  return LINES.has(tag) && (LEGAL.test(line) || line.includes("©"));
}

/** `review-footer` is the end of a review, not of the site. */
function isCalledEnd({ tag, names }: PageElement): boolean {
  return BOXES.has(tag) && names.some((name, at) => ENDS.has(name) && !PARTS.has(names[at - 1] ?? ""));
}

const PARTS = new Set(
  "post entry article card review comment message item section table list panel answer question body".split(
    " ",
  ),
);

const ENDS = new Set("footer foot ftr ft bottom colophon fuss pie rodape piede pied".split(" "));
const BOXES = new Set(["div", "section", "table", "td", "ul"]);
const LINES = new Set(["p", "div", "small", "span", "li"]);

interface Whole {
  readonly order: ReadingOrder;
  readonly page: Weight;
}

/** The largest part of the page around a legal line that is still small and ends the page. */
function widest(
  from: PageElement,
  legal: readonly PageElement[],
  { order, page }: Whole,
): PageElement | undefined {
  let end: PageElement | undefined;
  for (let at: PageElement | undefined = from; at !== undefined; at = at.parent) {
    const span = order.spans.get(at);
    if (
      span === undefined ||
      !isSmall(at, page, countIn(span, legal, order) > 1 || isCalledEnd(at) ? 0.4 : 0.22)
    )
      break;
    if (order.last < span.to && !holdsContent(at)) end = at;
  }
  return end;
}

function countIn({ from, to }: Span, legal: readonly PageElement[], { spans }: ReadingOrder): number {
  return legal.filter((element) => {
    const place = spans.get(element)?.from ?? -1;
    return place >= from && place < to;
  }).length;
}

function isSmall({ weight }: PageElement, page: Weight, share: number): boolean {
  return weight.substance < page.substance * share && (page.prose === 0 || weight.prose < page.prose * share);
}

const CONTENT = new Set("h1 pre main article blockquote figure".split(" "));

function holdsContent(element: PageElement): boolean {
  for (const { tag } of elementsOf(element)) if (CONTENT.has(tag)) return true;
  return false;
}
