import { BLOCKS } from "../markup/tag-names.ts";
import { elementsOf, type PageElement, type Weight } from "../page-tree.ts";
import { readingOrderOf, type ReadingOrder } from "./reading-order.ts";
import { linkShare, type Rule } from "./rule.ts";

/** Drops small blocks with links or buttons above the title, or outside the part of the page that holds title and text. */
export function aroundTitleOf(body: PageElement): Rule {
  const title = titleIn(body);
  if (title === undefined || body.weight.prose < LEAST_PROSE) return () => false;
  const order = readingOrderOf(body);
  const story = storyOf(title, body.weight);
  return (element, page) => {
    if (!BLOCKS.has(element.tag) || !isTrifling(element, page)) return false;
    if (isApart(element, story, order)) return true;
    return isBefore(element, title, order) && linkShare(element) > 0.25;
  };
}

const LEAST_PROSE = 200;

/** The first main heading, unless most of the text comes before it. */
export function titleIn(body: PageElement): PageElement | undefined {
  let before = 0;
  for (const element of elementsOf(body)) {
    if (element.tag === "h1") return before < body.weight.prose / 2 ? element : undefined;
    if (element.children.every(({ kind }) => kind === "text")) before += element.weight.prose;
  }
  return undefined;
}

/** The smallest part of the page that holds both the title and most of the text. */
function storyOf(title: PageElement, page: Weight): PageElement {
  let story = title;
  while (story.parent !== undefined && story.weight.prose < page.prose * 0.6) story = story.parent;
  return story;
}

function isTrifling(element: PageElement, page: Weight): boolean {
  const { links, buttons, fields, prose, text } = element.weight;
  if (links + buttons + fields === 0 || prose > page.prose * 0.1 || text > page.text * 0.2) return false;
  for (const { tag } of elementsOf(element)) if (CONTENT.has(tag)) return false;
  return true;
}

const CONTENT = new Set("h1 table dl pre main article blockquote figure".split(" "));

function isApart(element: PageElement, story: PageElement, { spans }: ReadingOrder): boolean {
  const [one, other] = [spans.get(element), spans.get(story)];
  return one !== undefined && other !== undefined && (one.to <= other.from || one.from >= other.to);
}

function isBefore(element: PageElement, title: PageElement, { spans }: ReadingOrder): boolean {
  return (spans.get(element)?.to ?? Infinity) <= (spans.get(title)?.from ?? 0);
}
