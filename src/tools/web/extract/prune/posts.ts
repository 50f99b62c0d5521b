import { elementsOf, isWithin, type PageElement, type PageNode } from "../page-tree.ts";

/** Tells whether an element is one of several of the same make that hold text, or is part of one: posts, answers, reviews. */
export type IsPost = (element: PageElement) => boolean;

/** Finds blocks of the same make, side by side, that people wrote. */
export function postsOf(body: PageElement): IsPost {
  const posts = new Set<PageElement>();
  for (const parent of elementsOf(body)) {
    if (parent.weight.prose < LEAST_PROSE) continue;
    for (const group of groupsIn(parent.children)) {
      const cousins = group.length < 2 ? [] : groupsIn(group.flatMap(({ children }) => children));
      for (const family of [group, ...cousins])
        if (isTold(family)) for (const post of family) posts.add(post);
    }
  }
  return (element) => posts.size > 0 && isWithin(element, (at) => posts.has(at));
}

const LEAST_PROSE = 120;

/** Nodes of one make, and those of one make in several boxes of one make: the talks of each day. */
function groupsIn(nodes: readonly PageNode[]): Iterable<readonly PageElement[]> {
  const groups = new Map<string, PageElement[]>();
  for (const child of nodes) {
    if (child.kind === "text" || !MADE_OF.has(child.tag)) continue;
    const make = makeOf(child);
    if (make === undefined || child.names.some((word) => LAYOUT.has(word))) continue;
    const group = groups.get(make);
    if (group === undefined) groups.set(make, [child]);
    else group.push(child);
  }
  return groups.values();
}

const MADE_OF = new Set("div article li section table tr dl".split(" "));
const LAYOUT = new Set("tab tabs tabpanel pane column col region widget".split(" "));

/** What a box is called, or the one box in it; others without a name are parts of a layout. */
function makeOf(element: PageElement): string | undefined {
  const [name = ""] = element.attributes.get("class")?.trim().split(/\s/) ?? [];
  if (name !== "" || ITEMS.has(element.tag)) return `${element.tag}.${name}`;
  const [only, second] = element.children.filter(({ kind }) => kind === "element");
  return only?.kind === "element" && second === undefined && only.names.length > 0
    ? `${element.tag}>${only.names[0]}`
    : undefined;
}

const ITEMS = new Set(["article", "li"]);

/** Most of them hold sentences, few of their words are links, and none of them is nearly all, as in a layout. */
function isTold(group: readonly PageElement[]): boolean {
  if (group.length < 2) return false;
  const told = group.filter(({ weight }) => weight.prose > 0);
  let [text, linked, prose, most] = [0, 0, 0, 0];
  for (const { weight } of group) {
    text += weight.text;
    linked += weight.linked;
    prose += weight.prose;
    most = Math.max(most, weight.text);
  }
  if (told.length * 2 < group.length || linked > text * 0.55) return false;
  return prose >= LEAST_PROSE && most < text * 0.75;
}
