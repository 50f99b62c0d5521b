import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";
import { isInContent } from "./landmarks.ts";
import { CALL, CONSENT, CONTROL, LEGAL, MAILING, WAYPOINT } from "./phrases.ts";
import { isMuchOf, type Rule } from "./rule.ts";

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
