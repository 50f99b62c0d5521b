import type { PageElement, Weight } from "../page-tree.ts";

/** Tells whether an element is to be dropped from a page of this weight. */
export type Rule = (element: PageElement, page: Weight) => boolean;

/** Drops every element a rule names, without looking inside what was dropped. */
export function dropWhere(root: PageElement, rule: Rule): void {
  const page = root.weight;
  const visit = (element: PageElement): void => {
    element.children = element.children.filter((child) => child.kind === "text" || !rule(child, page));
    for (const child of element.children) if (child.kind === "element" && !CODE.has(child.tag)) visit(child);
  };
  visit(root);
}

/** The words of a program are nobody's controls. */
const CODE = new Set(["pre", "code"]);

/** Drops what any of several rules names. */
export function anyOf(...rules: readonly Rule[]): Rule {
  return (element, page) => rules.some((rule) => rule(element, page));
}

/** The share of an element's text that is inside links. */
export function linkShare({ weight }: PageElement): number {
  return weight.text === 0 ? 0 : weight.linked / weight.text;
}

/** What holds much of a page is its content, whatever it is called. */
export function isMuchOf({ weight }: PageElement, page: Weight, share = 0.4): boolean {
  if (page.prose >= LEAST_PROSE) return weight.prose > page.prose * share;
  return weight.substance > page.substance * share;
}

/** A page with less is no text but a list, a form or a table. */
const LEAST_PROSE = 300;
