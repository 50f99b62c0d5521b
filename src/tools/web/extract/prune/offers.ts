import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement, type PageNode, type Weight, weigh } from "../page-tree.ts";
import { APPEAL, COMMENTS, LISTING, OFFER, WRITER } from "./phrases.ts";
import { linkShare } from "./rule.ts";

/** Drops a heading that offers something else, with what it offers. */
export function dropOffers(root: PageElement): void {
  const page = weigh(root);
  const offers = new Set<PageNode>();
  for (const { children } of elementsOf(root)) {
    for (const [at, child] of children.entries()) {
      if (child.kind === "text" || offers.has(child) || !isHeadingLike(child)) continue;
      const test = testFor(lineOf(child));
      const offered = test === undefined ? [] : offeredFrom(children, at);
      if (test?.(sumOf(offered), page) === true) for (const node of offered) offers.add(node);
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
  for (const inner of elementsOf(node)) {
    if (!HEADINGS.has(inner.tag) || Number(inner.tag[1]) > Math.min(rank, 6)) continue;
    if (inner !== node && isLinkedHeading(inner)) continue;
    return rank < 7 || node === inner;
  }
  return node.tag === "main" || (node.tag === "article" && node.weight.prose > 0);
}

/** Things on offer have headings of their own, which lead to them. */
function isLinkedHeading(heading: PageElement): boolean {
  return linkShare(heading) > 0.8;
}

type Test = (sum: Sum, page: Weight) => boolean;

/** What has to be true of the block under a heading for it to go. */
function testFor(heading: string): Test | undefined {
  if (WRITER.test(heading)) return (sum, page) => sum.prose > 0 && sum.prose <= page.prose * 0.3;
  if (COMMENTS.test(heading)) return (sum, page) => sum.prose <= page.prose * 0.3;
  if (APPEAL.test(heading)) return (sum, page) => sum.text < 120 || isOffer(sum, page);
  if (LISTING.test(heading)) return (sum, page) => (!isOfLinks(page) || sum.isAlone) && isOffer(sum, page);
  return OFFER.test(heading) ? isOffer : undefined;
}

/** A page where lists of links are what a person came for. */
function isOfLinks({ linked, text }: Weight): boolean {
  return linked > text * 0.4;
}

interface Sum {
  text: number;
  linked: number;
  prose: number;
  fields: number;
  /** Links and buttons. */
  links: number;
  /** Nothing stands under the heading. */
  isAlone: boolean;
}

function sumOf(nodes: readonly PageNode[]): Sum {
  const sum: Sum = { text: 0, linked: 0, prose: 0, fields: 0, links: 0, isAlone: true };
  for (const [at, node] of nodes.entries()) {
    if (at > 0 && lineOf(node) !== "") sum.isAlone = false;
    if (node.kind === "text") sum.text += node.text.trim().length;
    else {
      sum.text += node.weight.text;
      sum.linked += node.weight.linked;
      sum.prose += node.weight.prose;
      sum.fields += node.weight.fields;
      sum.links += node.weight.links + node.weight.buttons;
    }
  }
  return sum;
}

function isOffer({ text, linked, prose, fields, links, isAlone }: Sum, page: Weight): boolean {
  if (page.prose > 0 && prose > page.prose * 0.35) return false;
  if (isAlone || fields > 0) return true;
  return links > 0 && (text < 120 || linked > text * 0.3);
}
