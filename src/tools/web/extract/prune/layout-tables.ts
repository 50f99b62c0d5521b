import { elementsOf, type PageElement } from "../page-tree.ts";
import { isMuchOf } from "./rule.ts";

/** Tells whether an element is a table, or a part of one, that only arranges the page. */
export type IsLayout = (element: PageElement) => boolean;

/** Finds the tables that arrange a page: one of their cells holds much of it. */
export function layoutTablesOf(body: PageElement): IsLayout {
  const tables = new Set<PageElement>();
  for (const element of elementsOf(body)) {
    if (element.tag !== "td" || !isMuchOf(element, body.weight)) continue;
    const table = tableOf(element);
    if (table !== undefined) tables.add(table);
  }
  return (element) => {
    const table = tables.size === 0 ? undefined : tableOf(element);
    return table !== undefined && tables.has(table);
  };
}

function tableOf(element: PageElement): PageElement | undefined {
  for (let at: PageElement | undefined = element; at !== undefined; at = at.parent) {
    if (at.tag === "table") return at;
    if (!PARTS.has(at.tag)) return undefined;
  }
  return undefined;
}

const PARTS = new Set("td th tr tbody thead tfoot".split(" "));
