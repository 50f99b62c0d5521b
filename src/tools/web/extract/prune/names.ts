import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, type PageElement, type Weight } from "../page-tree.ts";
import { isByline } from "./bylines.ts";
import { isInContent } from "./landmarks.ts";
import { layoutTablesOf } from "./layout-tables.ts";
import { NAME_KINDS, type NameKind } from "./name-kinds.ts";
import { postsOf } from "./posts.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";
import { isInSentence } from "./sayings.ts";

/** Drops what its class or id calls by a name that sites give to things around the content. */
export function namesOf(body: PageElement, title: PageElement | undefined): Rule {
  const common = commonNames(body);
  const isLayout = layoutTablesOf(body);
  const isPost = postsOf(body);
  return (element, page) => {
    if (element.names.length === 0 || isMuchOf(element, page)) return false;
    if (KEPT_TAGS.has(element.tag) || (isOfTable(element) && !isLayout(element))) return false;
    const isSignature = element.names[0] === "signature" && isPost(element);
    const kind = isSignature ? "furniture" : nameKindOf(element, common);
    if (kind === undefined || !canBe(kind, element) || holds(element, title)) return false;
    return DROPS[kind](element, page);
  };
}

const KEPT_TAGS = new Set("html body main article h1 h2 pre code figure figcaption".split(" "));
const TABLE_TAGS = new Set("table thead tbody tr td th".split(" "));

/** Only the boxes of wikis are tables by themselves. */
function isOfTable({ tag, names }: PageElement): boolean {
  return TABLE_TAGS.has(tag) && !names.includes("ambox") && !names.includes("navbox");
}

/** How sure a name makes us, and what else has to be true. */
const DROPS: Readonly<Record<NameKind, Rule>> = {
  chrome: () => true,
  region: () => true,
  linky: (element) => element.weight.links > 0 && linkShare(element) > 0.5 && !isLetterhead(element),
  offer: (element, page) =>
    element.weight.links + element.weight.fields + element.weight.buttons > 0 &&
    (linkShare(element) > 0.25 ||
      element.weight.fields > 0 ||
      element.weight.prose < element.weight.text / 2 ||
      isDealtOut(element)) &&
    !isMuchOf(element, page, 0.3),
  trifle: (element) =>
    element.weight.text < 160 && element.weight.prose < 60 && !element.names.some((name) => WORTH.has(name)),
  furniture: (element, page) =>
    element.weight.text < 300 && !isMuchOf(element, page, 0.1) && !isByline(element),
  call: (element) => element.weight.text < 160 && (element.weight.buttons > 0 || holdsOwnLink(element)),
  writer: (element, page) =>
    element.weight.links > 0 && element.weight.text < 600 && !isMuchOf(element, page, 0.25),
  unprinted: (element, page) => !isMuchOf(element, page, 0.1),
};

/** Several things on offer, each with its link and a few words. */
function isDealtOut({ weight }: PageElement): boolean {
  return weight.links > 1 && weight.text / weight.links < 200;
}

/** A link that is not one of the words of a sentence. */
function holdsOwnLink(element: PageElement): boolean {
  for (const inner of elementsOf(element)) if (inner.tag === "a" && !isInSentence(inner)) return true;
  return false;
}

/** What was measured of the thing itself. */
const WORTH = new Set(["rating", "ratings", "score", "price"]);

/** The header of a post says who wrote it; that of a site has more links. */
function isLetterhead(element: PageElement): boolean {
  if (!element.names.includes("header") && !element.names.includes("footer")) return false;
  if (isInContent(element) && element.weight.links < 4) return true;
  for (const inner of elementsOf(element)) if (isByline(inner)) return true;
  return false;
}

/** Inside a line only the surest names count, and a heading is never left empty. */
function canBe(kind: NameKind, { tag, weight, parent }: PageElement): boolean {
  const isWholeHeading =
    parent !== undefined && HEADINGS.has(parent.tag) && weight.text > parent.weight.text * 0.8;
  return !isWholeHeading && (BLOCKS.has(tag) || tag.includes("-") || INLINE.has(kind));
}

const INLINE: ReadonlySet<NameKind> = new Set(["chrome", "furniture"]);

function nameKindOf({ names }: PageElement, common: ReadonlySet<string>): NameKind | undefined {
  for (const [at, name] of names.entries()) {
    const two = name + (names[at + 1] ?? "");
    for (const known of [name, two, two + (names[at + 2] ?? "")]) {
      const kind = NAME_KINDS.get(known);
      if (kind !== undefined && !common.has(known)) return kind;
    }
  }
  return undefined;
}

function holds(element: PageElement, title: PageElement | undefined): boolean {
  for (const inner of elementsOf(element)) if (inner === title || inner.tag === "main") return true;
  return false;
}

/**
 * A name that much of the page goes by says nothing on this page: the goods of a shop are all `promo`, and the text of a
 * law stands in its `rhs`.
 */
function commonNames(body: PageElement): ReadonlySet<string> {
  const sums = new Map<string, number>();
  const shareOf = (name: string, { prose, substance }: Weight): number =>
    NAME_KINDS.get(name) === "offer"
      ? substance / Math.max(body.weight.substance * 0.45, 1)
      : prose / Math.max(body.weight.prose * 0.4, LEAST_PROSE);
  const visit = (element: PageElement, above: ReadonlySet<string>): void => {
    const isLayout = isMuchOf(element, body.weight);
    const known = isLayout ? [] : element.names.filter((name) => NAME_KINDS.has(name) && !above.has(name));
    for (const name of new Set(known)) sums.set(name, (sums.get(name) ?? 0) + shareOf(name, element.weight));
    const seen = known.length === 0 ? above : new Set([...above, ...known]);
    for (const child of element.children) if (child.kind === "element") visit(child, seen);
  };
  visit(body, new Set());
  return new Set([...sums].filter(([, share]) => share > 1).map(([name]) => name));
}

const LEAST_PROSE = 120;
