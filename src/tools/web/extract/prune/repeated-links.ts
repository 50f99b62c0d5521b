import { HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";
import { isInSentence } from "./sayings.ts";
import type { Rule } from "./rule.ts";

/** Drops a short link that stands beside one part of a text after another and always says the same. */
export function repeatedLinksOf(body: PageElement): Rule {
  if (body.weight.prose < LEAST_PROSE) return () => false;
  const links = new Map<string, PageElement[]>();
  for (const element of elementsOf(body)) {
    if (!canRepeat(element)) continue;
    const line = lineOf(element);
    const others = links.get(line);
    if (others === undefined) links.set(line, [element]);
    else others.push(element);
  }
  const repeated = new Set([...links.values()].filter(({ length }) => length >= LEAST_TIMES).flat());
  return (element) => repeated.has(element);
}

/** Pages with less text are lists, where such links lead to the things listed. */
const LEAST_PROSE = 400;
const LEAST_TIMES = 4;
const LONGEST = 20;

function canRepeat(element: PageElement): boolean {
  const { tag, weight, attributes, parent } = element;
  if (tag !== "a" || weight.text < 2 || weight.text > LONGEST || weight.pictures > 0) return false;
  if (parent === undefined || KEPT.has(parent.tag) || HEADINGS.has(parent.tag)) return false;
  return !FILE.test(attributes.get("href") ?? "") && !isInSentence(element) && !isSigned(element);
}

const KEPT = new Set("li td th dt dd code sup p".split(" "));
const FILE =
  /\.(?:pdf|zip|gz|tgz|xz|csv|xlsx?|docx?|pptx?|odt|ods|epub|mp3|mp4|exe|dmg|deb|rpm|json|xml|txt)(?:[?#]|$)/i;

/** The same person may write many posts. */
function isSigned({ names, attributes, parent }: PageElement): boolean {
  const all = [...names, ...(parent?.names ?? [])];
  return (
    attributes.get("rel")?.includes("author") === true ||
    all.some((name) => /^(?:author|user|username|creator|name|poster|member|byline|profile)/.test(name))
  );
}
