import { elementsOf, isWithin, type PageElement } from "../page-tree.ts";
import type { Rule } from "./rule.ts";

/** Drops what readers wrote under a text, unless the page is a discussion. */
export function commentsOf(body: PageElement): Rule {
  const comments = new Set<PageElement>();
  for (const element of elementsOf(body)) {
    if (isComments(element) && (element.parent === undefined || !isWithin(element.parent, isComments)))
      comments.add(element);
  }
  let [prose, text] = [0, 0];
  for (const { weight } of comments) {
    prose += weight.prose;
    text += weight.text;
  }
  const isDiscussion = prose > body.weight.prose * MOST_COMMENTS || text > body.weight.text * MOST_COMMENTS;
  return (element) => !isDiscussion && comments.has(element);
}

/** With a larger share, what readers wrote is what the page is for. */
const MOST_COMMENTS = 0.4;

function isComments(element: PageElement): boolean {
  if (!element.names.some((name) => COMMENTS.has(name)) || KEPT.has(element.tag)) return false;
  return !isWithin(element, ({ names }) => names.some((name) => DISCUSSIONS.has(name)));
}

const KEPT = new Set("body main pre code span a".split(" "));
const COMMENTS = new Set("comments comment respond replies commentlist".split(" "));
const DISCUSSIONS = new Set(
  "question answer answers thread topic post posts message messages issue discussion review".split(" "),
);
