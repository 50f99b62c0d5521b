import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement, type PageNode, type Weight, weigh } from "../page-tree.ts";
import { isInContent } from "./landmarks.ts";
import { CALL, CONSENT, CONTROL, LEGAL, MAILING, OFFER, WAYPOINT } from "./phrases.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";

/** Drops blocks by what they say: consent, mailing lists, legal lines, and the controls of the site. */
export const sayings: Rule = (element, page) => {
  const { weight } = element;
  if (weight.text === 0 || weight.text > LONGEST || isMuchOf(element, page)) return false;
  const line = lineOf(element);
  if (isControl(element, line)) return true;
  if (!BLOCKS.has(element.tag) || TABLE_PARTS.has(element.tag)) return false;
  if (LEGAL.test(line) && weight.text < 250 && !HEADINGS.has(element.tag)) return true;
  if (WAYPOINT.test(line) && weight.text < 180 && !HEADINGS.has(element.tag)) return true;
  if (CALL.test(line) && weight.text < 160 && weight.links + weight.buttons > 0 && !HEADINGS.has(element.tag))
    return true;
  const asks = weight.buttons > 0 || weight.fields > 0;
  if (isSmallForm(element) && (MAILING.test(line) || asksForMail(element))) return true;
  return asks && CONSENT.test(line) && !isInContent(element);
};

const LONGEST = 900;
const TABLE_PARTS = new Set("table thead tbody tfoot tr td th dd dt".split(" "));

function isSmallForm({ weight }: PageElement): boolean {
  return weight.fields > 0 && weight.fields <= 4 && weight.text < 350;
}

function asksForMail(element: PageElement): boolean {
  for (const { attributes } of elementsOf(element))
    if (attributes.get("type")?.toLowerCase() === "email") return true;
  return false;
}

/** Only links, buttons and lines that stand alone can be controls; words inside a sentence never are. */
function isControl(element: PageElement, line: string): boolean {
  if (line.length > 60) return false;
  if (element.tag === "a" && line.length < 25 && element.names.some((name) => BUTTONS.has(name)))
    return !isInSentence(element);
  if (!CONTROL.test(line)) return false;
  if (element.tag === "button") return true;
  if (element.tag === "a") return !isInSentence(element);
  if (!ALONE.has(element.tag) || isInCell(element)) return false;
  return element.weight.links > 0 || element.weight.buttons > 0 || !NUMBER.test(line);
}

const ALONE = new Set("div p span small label section ul li dd".split(" "));
const BUTTONS = new Set(["btn", "button", "cta"]);
const NUMBER = /^[\d.,]+$|^(?:x|like|line|link|top|more|save|history|menu|search|contents|first|last|next)$/i;

function isInSentence(link: PageElement): boolean {
  const siblings = link.parent?.children.slice(0, MOST_SIBLINGS) ?? [];
  return siblings.some((node) => node.kind === "text" && node.text.trim().length > 3) || isInCell(link);
}

/** No sentence holds more pieces than this before its first word. */
const MOST_SIBLINGS = 40;

function isInCell(element: PageElement): boolean {
  const tag = element.parent?.tag ?? "";
  return tag === "td" || tag === "th" || tag === "dd" || tag === "code" || HEADINGS.has(tag);
}

/** Drops a heading that offers something else, with what it offers. */
export function dropOffers(root: PageElement): void {
  const page = weigh(root);
  const offers = new Set<PageNode>();
  for (const { children } of elementsOf(root)) {
    for (const [at, child] of children.entries()) {
      if (child.kind === "text" || offers.has(child) || !isHeadingLike(child) || !OFFER.test(lineOf(child)))
        continue;
      const offered = offeredFrom(children, at);
      if (isOffer(offered, page)) for (const node of offered) offers.add(node);
    }
  }
  if (substanceOf(offers) > page.substance * MOST_OFFERS) return;
  for (const element of elementsOf(root))
    element.children = element.children.filter((child) => !offers.has(child));
}

/** Where most of a page is offers, it is a page of offers. */
const MOST_OFFERS = 0.5;

function substanceOf(nodes: ReadonlySet<PageNode>): number {
  let sum = 0;
  for (const node of nodes) if (node.kind === "element") sum += node.weight.substance;
  return sum;
}

function isHeadingLike(element: PageElement): boolean {
  const { tag, weight, names } = element;
  if (weight.text === 0 || weight.text > 60) return false;
  if (HEADINGS.has(tag)) return tag !== "h1";
  if (tag === "summary" || tag === "legend" || tag === "dt") return true;
  if (!HEADING_BLOCKS.has(tag) || linkShare(element) > 0.5) return false;
  const isBold = element.children.every((child) =>
    child.kind === "text" ? child.text.trim() === "" : BOLD.has(child.tag),
  );
  return isBold || names.some((name) => TITLES.has(name)) || !holdsBlocks(element);
}

const HEADING_BLOCKS = new Set("p div span strong b".split(" "));
const BOLD = new Set(["strong", "b"]);
const TITLES = new Set("title heading header headline label".split(" "));

function holdsBlocks(element: PageElement): boolean {
  return element.children.some((child) => child.kind === "element" && BLOCKS.has(child.tag));
}

/** What stands under a heading: everything up to the next heading of its rank. */
function offeredFrom(nodes: readonly PageNode[], from: number): readonly PageNode[] {
  const heading = nodes[from];
  if (heading?.kind !== "element") return [];
  const rank = rankOf(heading);
  const after = nodes.slice(from + 1, from + 1 + MOST_OFFERED);
  const end = after.findIndex((node) => node.kind === "element" && endsOffer(node, rank));
  return [heading, ...(end < 0 ? after : after.slice(0, end))];
}

const MOST_OFFERED = 80;

function rankOf({ tag }: PageElement): number {
  return HEADINGS.has(tag) ? Number(tag[1]) : 7;
}

function endsOffer(node: PageElement, rank: number): boolean {
  for (const { tag } of elementsOf(node))
    if (HEADINGS.has(tag) && Number(tag[1]) <= Math.min(rank, 6)) return rank < 7 || node.tag === tag;
  return node.tag === "article" || node.tag === "main";
}

function isOffer(nodes: readonly PageNode[], page: Weight): boolean {
  const sum = { text: 0, linked: 0, prose: 0, fields: 0, links: 0 };
  for (const node of nodes) {
    if (node.kind === "text") sum.text += node.text.trim().length;
    else {
      sum.text += node.weight.text;
      sum.linked += node.weight.linked;
      sum.prose += node.weight.prose;
      sum.fields += node.weight.fields;
      sum.links += node.weight.links;
    }
  }
  if (page.prose > 0 && sum.prose > page.prose * 0.35) return false;
  return sum.text < 120 || sum.fields > 0 || sum.linked > sum.text * 0.3;
}
