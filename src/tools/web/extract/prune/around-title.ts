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
    if (!BLOCKS.has(element.tag) || PARTS.has(element.tag) || !isTrifling(element, page)) return false;
    const { links, buttons, fields, prose } = element.weight;
    const isActive = links + buttons + fields > 0;
    if (isBefore(story, element, order)) return isActive || prose === 0;
    return (
      isActive &&
      (isBefore(element, story, order) || (isBefore(element, title, order) && linkShare(element) > 0.25))
    );
  };
}

/** These go with what they are part of, or stay. */
const PARTS = new Set(
  "thead tbody tfoot tr td th caption li dt dd figcaption summary legend h2 h3".split(" "),
);
const LEAST_PROSE = 200;

/** The first main heading, unless most of the text comes before it. */
export function titleIn(body: PageElement): PageElement | undefined {
  let before = 0;
  for (const element of elementsOf(body)) {
    if (element.tag === "h1" && !isSiteName(element))
      return before < body.weight.prose / 2 ? element : undefined;
    if (element.children.every(({ kind }) => kind === "text")) before += element.weight.prose;
  }
  return undefined;
}

/** Some sites make their own name, linked to their front page, the main heading of every page. */
export function isSiteName(heading: PageElement): boolean {
  const { names, children } = heading;
  if (names.some((name, at) => SITE_NAMES.has(name + (names[at + 1] ?? "")) || SITE_NAMES.has(name)))
    return true;
  const link = children.find((child) => child.kind === "element");
  return link?.kind === "element" && link.tag === "a" && FRONT_PAGE.test(link.attributes.get("href") ?? "");
}

const SITE_NAMES = new Set(["sitetitle", "sitename", "logo", "brand", "branding"]);
const FRONT_PAGE = /^(?:https?:\/\/[^/]+)?\/?$/;

/** The smallest part of the page that holds both the title and most of the text. */
function storyOf(title: PageElement, page: Weight): PageElement {
  let story = title;
  while (story.parent !== undefined && story.weight.prose < page.prose * 0.6) story = story.parent;
  return story;
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
