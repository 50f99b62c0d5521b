import { elementsOf, isWithin, type PageElement, weigh } from "./page-tree.ts";
import { isMuchOf } from "./prune/rule.ts";

/** The element that holds the content: what the page declares to be it, if that holds most of the text. */
export function chooseContent(body: PageElement): PageElement {
  const all = [...elementsOf(body)];
  const declared = DECLARATIONS.flatMap((isDeclared) => onlyOne(all.filter(isDeclared)));
  const root = declared.find((element) => isMuchOf(element, body.weight, LEAST_SHARE));
  return root === undefined ? body : withTitle(root, body);
}

/** Less than this of the text, and the declaration is not to be believed. */
const LEAST_SHARE = 0.7;

const DECLARATIONS: readonly ((element: PageElement) => boolean)[] = [
  ({ tag, attributes }) => tag === "main" || attributes.get("role") === "main",
  ({ tag }) => tag === "article",
  ({ names }) => MAIN_NAMES.has(names.join(" ")),
];

const MAIN_NAMES = new Set(["main", "content", "main content", "page content", "mw content text"]);

/** Where there are several, each is a post and none is the content. */
function onlyOne(elements: readonly PageElement[]): readonly PageElement[] {
  return elements.length === 1 ? elements : [];
}

/** The title often stands just above what is declared to be the content. */
function withTitle(root: PageElement, body: PageElement): PageElement {
  if ([...elementsOf(root)].some(({ tag }) => tag === "h1")) return root;
  const title = [...elementsOf(body)].find(({ tag }) => tag === "h1");
  if (title === undefined || isWithin(root, (element) => element === title)) return root;
  const joined: PageElement = { ...root, tag: "div", children: [title, ...root.children] };
  weigh(joined);
  return joined;
}
