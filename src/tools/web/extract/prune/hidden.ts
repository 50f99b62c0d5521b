import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";
import type { Rule } from "./rule.ts";

/** Drops what a browser does not show, but not what one click opens: tabs, accordions, spoilers. */
export function hiddenFrom(body: PageElement): Rule {
  const opened = openedByClick(body);
  return (element, page) => {
    if (!isHidden(element)) return false;
    if (element.weight.text > page.text * MOST_HIDDEN) return false;
    if (isSpokenTwin(element)) return false;
    const isCollapsed = opened.has(element.attributes.get("id") ?? "") || element.names.some(isFold);
    return !(isCollapsed && element.attributes.get("role") !== "dialog") && !holdsMath(element);
  };
}

/** A page that hides most of itself shows it once its scripts have run. */
const MOST_HIDDEN = 0.5;

function openedByClick(body: PageElement): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { attributes, tag } of elementsOf(body)) {
    if (tag === "nav") continue;
    const target =
      attributes.get("aria-controls") ?? attributes.get("data-bs-target") ?? attributes.get("data-target");
    if (target !== undefined) for (const id of target.split(/\s+/)) ids.add(id.replace(/^#/, ""));
    const href = attributes.get("role") === "tab" ? attributes.get("href") : undefined;
    if (href?.startsWith("#") === true) ids.add(href.slice(1));
  }
  ids.delete("");
  return ids;
}

function isHidden({ tag, attributes, names }: PageElement): boolean {
  if (tag === "dialog") return !attributes.has("open");
  const hidden = attributes.get("hidden");
  if (hidden !== undefined && hidden !== "until-found") return true;
  if (attributes.get("aria-hidden")?.toLowerCase() === "true") return true;
  if (UNSEEN_STYLE.test(attributes.get("style") ?? "")) return true;
  return names.length > 0 && UNSEEN_NAMES.test(names.join(" "));
}

const UNSEEN_STYLE =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?:px|em|%)?\s*(?:;|!|$))/i;
const UNSEEN_NAMES =
  /\b(?:sr only|visually ?hidden|screen reader(?: text| only)?|offscreen|off screen|a11y hidden)\b/;

const FOLDS = new Set(
  "tab tabs tabpanel panel pane accordion collapse collapsible expandable spoiler faq answer toggle".split(
    " ",
  ),
);

function isFold(name: string): boolean {
  return FOLDS.has(name);
}

/** A price or a grade is written once for the eye, and hidden from readers aloud, and once for them. */
function isSpokenTwin(element: PageElement): boolean {
  if (element.attributes.get("aria-hidden") !== undefined || !/\d/.test(lineOf(element))) return false;
  const siblings = element.parent?.children.slice(0, MOST_TWINS) ?? [];
  return siblings.some(
    (node) =>
      node.kind === "element" && node.attributes.get("aria-hidden") === "true" && /\d/.test(lineOf(node)),
  );
}

const MOST_TWINS = 6;

/** Formulas are hidden beside a picture of themselves. */
function holdsMath(element: PageElement): boolean {
  for (const { tag } of elementsOf(element)) if (tag === "math") return true;
  return false;
}
