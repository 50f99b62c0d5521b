import { HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";

/** The heading that names the page: the one its title repeats, else its first main heading. */
export function headingOf(body: PageElement, title: string): PageElement | undefined {
  const headings = [...elementsOf(body)].filter(({ tag, weight }) => HEADINGS.has(tag) && weight.text > 0);
  const named = headings.slice(0, MOST_HEADINGS).filter((heading) => !isSiteName(heading));
  const main = named.filter(({ tag }) => tag === "h1");
  const choices = [repeatedIn(title, main), isOnlySite(title, main) && repeatedIn(title, named), main[0]];
  return choices.find((choice): choice is PageElement => typeof choice === "object" && isEarly(choice, body));
}

/** The one that names a page comes among the first. */
const MOST_HEADINGS = 200;

/** The longest heading that stands in the title, or holds what stands there, and is not the name of the site behind it. */
function repeatedIn(title: string, headings: readonly PageElement[]): PageElement | undefined {
  const whole = flat(title);
  const [first = ""] = title.split(SEPARATOR).map(flat);
  let [longest, length]: [PageElement | undefined, number] = [undefined, LEAST_HEADING - 1];
  for (const heading of headings) {
    const line = flat(lineOf(heading));
    if (line.length <= length || isSiteIn(title, line)) continue;
    if (!whole.includes(line) && !(first.length >= LEAST_HEADING && line.startsWith(first))) continue;
    [longest, length] = [heading, line.length];
  }
  return longest;
}

const LEAST_HEADING = 4;

function isOnlySite(title: string, main: readonly PageElement[]): boolean {
  return main.every((heading) => isSiteIn(title, flat(lineOf(heading))));
}

/** Sites put their name at the end of the title. */
function isSiteIn(title: string, line: string): boolean {
  const parts = title.split(SEPARATOR).map(flat);
  return parts.length > 1 && parts.at(-1) === line;
}

const SEPARATOR = /\s[|·–—»•:-]{1,2}\s|[|_｜]/u;

function flat(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim().toLowerCase();
}

/** Most of the text comes behind it. */
function isEarly(heading: PageElement, body: PageElement): boolean {
  let before = 0;
  for (const element of elementsOf(body)) {
    if (element === heading) break;
    if (element.children.every(({ kind }) => kind === "text")) before += element.weight.prose;
  }
  return before < Math.max(body.weight.prose / 2, 1);
}

/** Some sites make their own name, linked to their front page, the main heading of every page. */
function isSiteName({ names, children }: PageElement): boolean {
  if (names.some((name, at) => SITE_NAMES.has(name + (names[at + 1] ?? "")) || SITE_NAMES.has(name)))
    return true;
  const link = children.find((child) => child.kind === "element");
  return link?.kind === "element" && link.tag === "a" && FRONT_PAGE.test(link.attributes.get("href") ?? "");
}

const SITE_NAMES = new Set(["sitetitle", "sitename", "logo", "brand", "branding"]);
const FRONT_PAGE = /^(?:https?:\/\/[^/]+)?\/?$/;
