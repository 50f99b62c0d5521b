import { elementsOf, lineOf, type PageElement } from "../page-tree.ts";
import type { Rule } from "./rule.ts";

/** Drops a sentence that stands, word for word, under one post after another, but for the first time. */
export function repeatedLinesOf(body: PageElement): Rule {
  const lines = new Map<string, PageElement[]>();
  for (const element of elementsOf(body)) {
    if (!canRepeat(element)) continue;
    const line = lineOf(element);
    const others = lines.get(line);
    if (others === undefined) lines.set(line, [element]);
    else others.push(element);
  }
  const repeated = new Set(
    [...lines.values()].filter(({ length }) => length >= LEAST_TIMES).flatMap(([, ...again]) => again),
  );
  return (element) => repeated.has(element);
}

/** Only what holds words itself counts, not every box around it. */
function canRepeat({ tag, weight, children }: PageElement): boolean {
  if (!BOXES.has(tag) || weight.prose < LEAST_TEXT || weight.text > MOST_TEXT) return false;
  return children.some((child) => child.kind === "text" && child.text.trim() !== "");
}

/** Verses that come again are paragraphs, and cells and items have their reasons. */
const BOXES = new Set(["div", "small", "footer", "aside", "section", "span"]);
const LEAST_TEXT = 35;
const MOST_TEXT = 600;
const LEAST_TIMES = 3;
