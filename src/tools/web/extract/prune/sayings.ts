import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";
import { isInContent } from "./landmarks.ts";
import { CALL, CONSENT, CONTROL, LEGAL, MAILING, WAYPOINT } from "./phrases.ts";
import { isMuchOf, type Rule } from "./rule.ts";

/** Drops blocks by what they say: consent, mailing lists, legal lines, and the controls of the site. */
export const sayings: Rule = (element, page) => {
  const { weight } = element;
  if (weight.text === 0 || weight.text > LONGEST || isMuchOf(element, page)) return false;
  const line = lineOf(element).replaceAll(ARROWS, "");
  if (isControl(element, line)) return true;
  if (!isLine(element) || TABLE_PARTS.has(element.tag)) return false;
  if (LEGAL.test(line) && weight.text < 250 && !HEADINGS.has(element.tag)) return true;
  if (WAYPOINT.test(line) && weight.text < 300 && !HEADINGS.has(element.tag)) return true;
  if (CALL.test(line) && weight.text < 160 && weight.links + weight.buttons > 0 && !HEADINGS.has(element.tag))
    return true;
  const asks = weight.buttons > 0 || weight.fields > 0;
  if (isSmallForm(element) && !isMixed(element) && (MAILING.test(line) || asksForMail(element))) return true;
  return asks && CONSENT.test(line) && !isInContent(element);
};

const LONGEST = 900;
const ARROWS = /^[›»→▶▸►◀▲▼•·|<>+\s]+(?=\p{L})|(?<=\p{L})[›»→▶▸►▼>\s]+$/gu;
/** Old pages have lines of small print that are no blocks. */
function isLine({ tag, parent, weight }: PageElement): boolean {
  if (BLOCKS.has(tag)) return true;
  return LINES.has(tag) && weight.links > 1 && parent !== undefined && BLOCKS.has(parent.tag);
}

const LINES = new Set(["small", "font", "center", "span"]);
const TABLE_PARTS = new Set("table thead tbody tfoot tr td th dd dt".split(" "));

function isSmallForm({ weight }: PageElement): boolean {
  return weight.fields > 0 && weight.fields <= 4 && weight.text < 350;
}

/** Beside the form stands a part with a heading and sentences of its own. */
function isMixed(element: PageElement): boolean {
  return element.children.some((child) => {
    if (child.kind === "text" || child.weight.fields > 0 || child.weight.prose === 0) return false;
    for (const { tag } of elementsOf(child)) if (HEADINGS.has(tag) && child.tag !== tag) return true;
    return false;
  });
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
    return !isInSentence(element) && COUNT_OR_WORDS.test(line) && element.weight.pictures === 0;
  if (!CONTROL.test(line) || (/^\d+$/.test(line) && !isPageNumber(element))) return false;
  if (element.tag === "button") return true;
  if (element.tag === "a") return !isInSentence(element);
  if (!ALONE.has(element.tag) || isInCell(element) || isInLine(element)) return false;
  return element.weight.links > 0 || element.weight.buttons > 0 || !NUMBER.test(line);
}

/** A number beside other numbers. */
function isPageNumber({ parent }: PageElement): boolean {
  const list = parent?.tag === "li" ? parent.parent : parent;
  const numbers = list?.children.slice(0, MOST_SIBLINGS).filter((node) => /^\d{1,4}$/.test(lineOf(node)));
  return (numbers?.length ?? 0) > 1;
}

const ALONE = new Set("div p span small label section ul li dd".split(" "));
/** A button counts, or asks; what holds both is a fact. */
const COUNT_OR_WORDS = /^(?:[\d.,]+[km]?|\D+)$/i;
const BUTTONS = new Set(["btn", "button", "cta"]);
const NUMBER = /^[\d.,]+$|^(?:x|like|line|link|top|more|save|history|menu|search|contents|first|last|next)$/i;

/** Tells whether a link is one of the words of a sentence. */
export function isInSentence(link: PageElement): boolean {
  const siblings = link.parent?.children.slice(0, MOST_SIBLINGS) ?? [];
  return siblings.some((node) => node.kind === "text" && node.text.trim().length > 3) || isInCell(link);
}

/** No sentence holds more pieces than this before its first word. */
const MOST_SIBLINGS = 40;

/** A word that markup only sets apart from the others of its line. */
function isInLine(element: PageElement): boolean {
  let at = element;
  while (at.parent !== undefined && !BLOCKS.has(at.tag)) {
    if (at.parent.tag === "dt" || at.parent.tag === "code" || isInSentence(at)) return true;
    at = at.parent;
  }
  return false;
}

function isInCell({ tag, parent }: PageElement): boolean {
  const cell = parent?.tag ?? "";
  if (cell === "code" || HEADINGS.has(cell)) return true;
  return CELLS.has(cell) && !(BLOCKS.has(tag) && isOneOfMany(parent));
}

const CELLS = new Set(["td", "th", "dd"]);

/** A cell that holds several blocks is a part of the page, not a value. */
function isOneOfMany(cell: PageElement | undefined): boolean {
  return (cell?.children.slice(0, MOST_SIBLINGS).filter(({ kind }) => kind === "element").length ?? 0) > 1;
}
