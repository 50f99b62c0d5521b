import { elementsOf, isWithin, lineOf, type PageElement, type Weight } from "../page-tree.ts";
import { isByline } from "./bylines.ts";
import { REFERENCES } from "./phrases.ts";
import { postsOf } from "./posts.ts";
import { readingOrderOf } from "./reading-order.ts";
import { linkShare, type Rule } from "./rule.ts";
import { isInSentence } from "./sayings.ts";

/**
 * Drops boxes of links that a site puts between and behind the paragraphs of a text. Writers write paragraphs, headings and
 * lists; a box around links comes from the site.
 */
export function foreignBlocksOf(body: PageElement): Rule {
  if (!isText(body.weight)) return () => false;
  const isPost = postsOf(body);
  const { spans, begin } = readingOrderOf(body);
  const isAbove = (element: PageElement): boolean => (spans.get(element)?.to ?? 0) <= begin;
  return (element, page) => {
    if (!BOXES.has(element.tag)) return element.tag === "p" && isPointer(element);
    if (!isLinkBox(element, page) || isByline(element) || isPost(element)) return false;
    if (isAbove(element) ? element.weight.links < MANY_LINKS : isName(element)) return false;
    return !isReference(element) && leadsAway(element);
  };
}

const MANY_LINKS = 4;

/** One short link tells who wrote what stands beside it. */
function isName({ weight }: PageElement): boolean {
  return weight.links === 1 && weight.text < LONGEST_NAME;
}

const LONGEST_NAME = 25;

/** Pages of facts hold boxes of links that are facts. */
function isText({ prose, text }: Weight): boolean {
  return prose >= LEAST_PROSE && prose > text * 0.55;
}

const LEAST_PROSE = 400;
const BOXES = new Set(["div", "section", "aside"]);

function isLinkBox(element: PageElement, page: Weight): boolean {
  const { links, prose, text } = element.weight;
  if (links === 0 || prose > page.prose * 0.12 || text > page.text * 0.2) return false;
  if (linkShare(element) < (prose === 0 ? 0.3 : 0.4)) return false;
  for (const { tag } of elementsOf(element)) if (CONTENT.has(tag)) return false;
  return true;
}

const CONTENT = new Set("h1 table pre code dl figure blockquote math main sup".split(" "));

/** Lists of sources are part of a text, whatever they are in. */
function isReference(element: PageElement): boolean {
  if (isWithin(element, ({ names }) => names.some((name) => REFERENCE_NAMES.has(name)))) return true;
  for (const inner of elementsOf(element)) {
    if (inner.names.some((name) => REFERENCE_NAMES.has(name))) return true;
    if (/^h[2-6]$/.test(inner.tag) && REFERENCES.test(lineOf(inner))) return true;
  }
  return false;
}

const REFERENCE_NAMES = new Set(
  `reference references reflist refs citation citations bibliography footnote footnotes endnotes sources literature
   download downloads attachment attachments glossary infobox note seealso hatnote`.split(/\s+/),
);

/** One of its links, at least, is a line of its own and leads to another page of the site. */
function leadsAway(element: PageElement): boolean {
  for (const inner of elementsOf(element)) {
    const href = inner.tag === "a" ? inner.attributes.get("href") : undefined;
    if (href !== undefined && !href.startsWith("#") && !FILE.test(href) && !isInSentence(inner)) return true;
  }
  return false;
}

const FILE =
  /\.(?:pdf|zip|gz|tgz|csv|xlsx?|docx?|pptx?|epub|mp3|mp4|exe|dmg|deb|rpm|json|xml|txt)(?:[?#]|$)|^mailto:|^tel:/i;

/** A paragraph that is a word or two and one link to another page of the site. */
function isPointer(paragraph: PageElement): boolean {
  const { links, linked, text, pictures } = paragraph.weight;
  if (links !== 1 || pictures > 0 || linked < 15 || text - linked > 22 || text === linked) return false;
  const [first] = paragraph.children.filter((node) => lineOf(node) !== "");
  if (first === undefined || !/[:：]$/.test(lineOf(first)) || !isInternal(paragraph)) return false;
  return first.kind === "text" || first.tag === "strong" || first.tag === "b" || first.tag === "span";
}

function isInternal(paragraph: PageElement): boolean {
  for (const { tag, attributes } of elementsOf(paragraph))
    if (tag === "a")
      return /^\/(?!\/)/.test(attributes.get("href") ?? "") && !FILE.test(attributes.get("href") ?? "");
  return false;
}
