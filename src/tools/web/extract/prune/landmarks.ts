import { elementsOf, isWithin, type PageElement, type Weight } from "../page-tree.ts";
import { isMuchOf, linkShare, type Rule } from "./rule.ts";

/** Drops what the page itself declares to be around the content: navigation, header, footer, asides, dialogs. */
export function landmarksOf(title: PageElement | undefined): Rule {
  return (element, page) => {
    if (isMuchOf(element, page)) return false;
    switch (landmarkOf(element)) {
      case "around":
        return !isListed(element, page);
      case "header":
        return !isInContent(element) && !holds(element, title);
      case "footer":
        return !isInContent(element) || !isTold(element, page);
      case "aside":
        return !isNote(element, page);
      case undefined:
        return false;
    }
  };
}

type Landmark = "around" | "header" | "footer" | "aside";

function landmarkOf({ tag, attributes, names }: PageElement): Landmark | undefined {
  const role = attributes.get("role")?.toLowerCase() ?? "";
  if (tag === "nav" || tag === "search" || AROUND_ROLES.has(role)) return "around";
  if (AROUND_TYPES.test(attributes.get("itemtype") ?? "")) return "around";
  if (role === "alert" || role === "status") return "header";
  const isBox = BOXES.has(tag);
  if (tag === "header" || role === "banner" || (isBox && isCalled(names, "header"))) return "header";
  if (tag === "footer" || role === "contentinfo" || (isBox && isCalled(names, "footer"))) return "footer";
  if (tag === "aside" || role === "complementary") return "aside";
  return undefined;
}

const BOXES = new Set(["div", "section", "table", "td", "tr", "ul"]);
const AROUND_ROLES = new Set("navigation menu menubar search toolbar dialog alertdialog tablist".split(" "));

const AROUND_TYPES = /\/(?:BreadcrumbList|SiteNavigationElement|WPHeader|WPFooter|WPSideBar|WPAdBlock)$/i;

/** Links under a heading of the text, on a page that is a list of links. */
function isListed(nav: PageElement, page: Weight): boolean {
  const siblings = nav.parent?.children ?? [];
  if (nav.tag !== "nav" || siblings.length > MOST_SIBLINGS || isWithin(nav, ({ tag }) => AROUND.has(tag)))
    return false;
  const before = siblings.slice(0, siblings.indexOf(nav)).findLast((node) => node.kind === "element");
  if (before?.kind !== "element" || !/^h[2-4]$/.test(before.tag)) return false;
  return page.linked > page.text * 0.15 && nav.parent !== undefined && isMuchOf(nav.parent, page, 0.5);
}

const MOST_SIBLINGS = 200;
const AROUND = new Set(["header", "footer", "aside"]);

/** `site-header` names the header of the page, `card-header` that of a card. */
function isCalled(names: readonly string[], part: string): boolean {
  const at = names.indexOf(part);
  if (at < 0) return false;
  return names.length === 1 || WHOLE_PAGE.has(names[at - 1] ?? "") || names.every((name) => name === part);
}

const WHOLE_PAGE = new Set("site page global main top app".split(" "));

/** Tells whether an element is part of an article or of the main content. */
export function isInContent(element: PageElement): boolean {
  return isWithin(element, ({ tag, attributes }) => {
    return tag === "main" || tag === "article" || tag === "blockquote" || attributes.get("role") === "main";
  });
}

function holds(header: PageElement, title: PageElement | undefined): boolean {
  return title !== undefined && isWithin(title, (element) => element === header);
}

/** A footer of an article that tells something: a correction, a source. */
function isTold(footer: PageElement, page: Weight): boolean {
  if (isWithin(footer, ({ tag }) => tag === "blockquote" || tag === "figure")) return true;
  return (
    footer.weight.prose > 0 &&
    linkShare(footer) < 0.3 &&
    !isMuchOf(footer, page, 0.3) &&
    footer.weight.fields === 0
  );
}

/** An aside inside the content that is a remark to it, a table of facts, or a pull quote. */
function isNote(aside: PageElement, page: Weight): boolean {
  if (!isInContent(aside) || isMuchOf(aside, page, 0.3)) return false;
  if (aside.names.some((name) => NOTES.has(name))) return true;
  if (aside.weight.fields > 0 || linkShare(aside) > 0.3) return false;
  return aside.weight.prose > 0 || [...elementsOf(aside)].some(({ tag }) => tag === "table" || tag === "dl");
}

const NOTES = new Set(
  "quote note notes tip tips warning caution danger important info admonition callout infobox footnote footnotes definition".split(
    " ",
  ),
);
