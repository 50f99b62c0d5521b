import { elementsOf, isWithin, type PageElement } from "../page-tree.ts";

/** Tells whether an element only says who wrote something, and when. */
export function isByline(element: PageElement): boolean {
  const { text, links, fields, buttons, prose } = element.weight;
  if (text === 0 || text > LONGEST || links > MOST_LINKS || fields > 0 || buttons > 1 || prose > SENTENCE)
    return false;
  if (isSigned(element) || (element.parent !== undefined && isWithin(element.parent, isNarrowlySigned)))
    return true;
  for (const inner of elementsOf(element)) if (isSigned(inner)) return true;
  return false;
}

const LONGEST = 140;
const MOST_LINKS = 4;
const SENTENCE = 80;

function isNarrowlySigned(element: PageElement): boolean {
  return element.weight.text <= LONGEST && isSigned(element);
}

function isSigned({ tag, attributes, names }: PageElement): boolean {
  if (TIMES.has(tag) || attributes.get("rel")?.includes("author") === true) return true;
  if (AUTHOR_PROPERTY.test(attributes.get("itemprop") ?? "")) return true;
  return names.some((name) => SIGNS.has(name));
}

const TIMES = new Set(["time", "relative-time", "time-ago"]);
const AUTHOR_PROPERTY = /^(?:author|creator|datepublished|datecreated|datemodified)$/i;
const SIGNS = new Set(
  `author authors byline dateline vcard published posted timestamp datetime username contributor contributors
   credits creator date pubdate`.split(/\s+/),
);
