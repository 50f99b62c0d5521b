import { BLOCKS, HEADINGS } from "../markup/tag-names.ts";
import { elementsOf, type PageElement, type PageNode } from "../page-tree.ts";

/** Takes out headings under which nothing is left. */
export type DropOrphans = () => void;

/** Remembers what stood under the headings of a page, to drop those that lose all of it. */
export function watchHeadings(body: PageElement, title: PageElement | undefined): DropOrphans {
  const watched: Watched[] = [];
  for (const parent of elementsOf(body)) {
    if (parent.tag === "header" || parent.names.some((name) => HEADS.has(name))) continue;
    const sections = new Map<PageNode, readonly PageNode[]>();
    for (const [at, child] of parent.children.entries()) {
      if (child.kind === "text" || !HEADINGS.has(child.tag) || child === title) continue;
      const under = underHeading(parent.children, at);
      if (under.some(isFullBlock)) sections.set(child, under);
    }
    if (sections.size > 0) watched.push({ parent, sections });
  }
  return () => {
    for (const { parent, sections } of watched) {
      const left = new Set(parent.children);
      const isLeft = (node: PageNode): boolean => left.has(node) && isFull(node);
      parent.children = parent.children.filter((child) => sections.get(child)?.some(isLeft) !== false);
    }
  };
}

/** What these head stands behind them. */
const HEADS = new Set("header heading head title hgroup headline".split(" "));

interface Watched {
  readonly parent: PageElement;
  readonly sections: ReadonlyMap<PageNode, readonly PageNode[]>;
}

function underHeading(nodes: readonly PageNode[], at: number): readonly PageNode[] {
  const after = nodes.slice(at + 1, at + 1 + MOST_NODES);
  const end = after.findIndex((node) => node.kind === "element" && HEADINGS.has(node.tag));
  return end < 0 ? after : after.slice(0, end);
}

/** Enough to see whether anything is left. */
const MOST_NODES = 60;

/** What stands in the line of a heading is no section. */
function isFullBlock(node: PageNode): boolean {
  if (node.kind === "text") return false;
  return CONTROLS.has(node.tag) || (BLOCKS.has(node.tag) && isFull(node));
}

const CONTROLS = new Set(["button", "textarea", "select", "input"]);

function isFull(node: PageNode): boolean {
  if (node.kind === "text") return node.text.trim() !== "";
  return node.weight.text + node.weight.pictures > 0 || FILLED.has(node.tag);
}

const FILLED = new Set(["iframe", "video", "audio", "math"]);
