import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, type PageElement, type Weight } from "../page-tree.ts";
import { isByline } from "./bylines.ts";
import { isInContent } from "./landmarks.ts";
import { postsOf } from "./posts.ts";
import { readingOrderOf, type ReadingOrder } from "./reading-order.ts";
import { linkShare, type Rule } from "./rule.ts";

/** Drops small blocks with links or buttons above the title, or outside the part of the page that holds title and text. */
export function aroundTitleOf(body: PageElement, title: PageElement | undefined): Rule {
  if (title === undefined || body.weight.prose < LEAST_PROSE) return () => false;
  const order = readingOrderOf(body);
  const story = storyOf(title, body.weight);
  const declared = declaredAround(story);
  const isPost = postsOf(body);
  return (element, page) => {
    if (!BLOCKS.has(element.tag) || PARTS.has(element.tag) || !isTrifling(element, page)) return false;
    const { links, buttons, fields } = element.weight;
    const isActive = links + buttons + fields > 0;
    if (isBefore(declared, element, order)) return isActive || element.weight.prose === 0;
    if (isByline(element)) return false;
    if (isBefore(story, element, order)) return !isPost(element) && isAfterthought(element);
    if (!isActive) return false;
    if (isBefore(element, story, order)) return true;
    return isBefore(element, title, order) && linkShare(element) > 0.25 && !isLabelled(element, title);
  };
}

/** One link with a word before it, beside the title: what the page is part of. */
function isLabelled({ weight, parent }: PageElement, title: PageElement): boolean {
  return weight.links === 1 && weight.linked < weight.text * 0.8 && parent === title.parent;
}

/** What stands behind a text without being part of it: links and buttons with few words of their own, or a word alone. */
function isAfterthought(element: PageElement): boolean {
  const { links, buttons, fields, prose } = element.weight;
  for (const { tag } of elementsOf(element)) if (HEADINGS.has(tag)) return linkShare(element) > 0.4;
  if (links + buttons + fields > 0) return linkShare(element) > 0.2 || prose === 0;
  return prose === 0 && !isInContent(element) && !isBesideHeading(element);
}

function isBesideHeading({ parent }: PageElement): boolean {
  const siblings = parent?.children.slice(0, MOST_SIBLINGS) ?? [];
  return siblings.some((node) => node.kind === "element" && HEADINGS.has(node.tag));
}

const MOST_SIBLINGS = 40;

/** These go with what they are part of, or stay. */
const PARTS = new Set(
  "thead tbody tfoot tr td th caption li dt dd figcaption summary legend h2 h3".split(" "),
);
const LEAST_PROSE = 200;

/** The smallest part of the page that holds both the title and most of the text. */
function storyOf(title: PageElement, page: Weight): PageElement {
  let story = title;
  while (story.parent !== undefined && story.weight.prose < page.prose * 0.6) story = story.parent;
  return story;
}

/** Where the page itself says that its text begins and ends; without a word, the whole page. */
function declaredAround(story: PageElement): PageElement {
  let at = story;
  while (at.parent !== undefined && at.tag !== "article" && at.tag !== "main") at = at.parent;
  return at;
}

function isTrifling(element: PageElement, page: Weight): boolean {
  const { prose, text } = element.weight;
  if (text === 0 || prose > page.prose * 0.12 || text > page.text * 0.2) return false;
  for (const { tag } of elementsOf(element)) if (CONTENT.has(tag)) return false;
  return true;
}

const CONTENT = new Set("h1 table dl pre main article blockquote figure".split(" "));

function isBefore(one: PageElement, other: PageElement, { spans }: ReadingOrder): boolean {
  return (spans.get(one)?.to ?? Infinity) <= (spans.get(other)?.from ?? -1);
}
