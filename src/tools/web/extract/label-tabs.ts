import { elementsOf, lineOf, NO_WEIGHT, type PageElement } from "./page-tree.ts";

/** Writes the name of each tab over its panel, since the row of tabs itself is not shown. */
export function labelTabs(body: PageElement): void {
  const labels = new Map<string, string>();
  for (const element of elementsOf(body)) {
    const id = element.attributes.get("role") === "tab" ? controlledBy(element) : undefined;
    if (id !== undefined) labels.set(id, lineOf(element));
  }
  if (labels.size === 0) return;
  for (const panel of elementsOf(body)) {
    const label = labels.get(panel.attributes.get("id") ?? "");
    if (label === undefined || label === "" || lineOf(panel).startsWith(label)) continue;
    const name: PageElement = {
      kind: "element",
      tag: "dt",
      isPre: false,
      attributes: new Map(),
      names: [],
      parent: panel,
      children: [{ kind: "text", text: label }],
      weight: NO_WEIGHT,
    };
    panel.children = [name, ...panel.children];
  }
}

function controlledBy(tab: PageElement): string | undefined {
  const id = tab.attributes.get("aria-controls");
  if (id !== undefined) return id;
  const inner = [tab, ...tab.children].find((node) => node.kind === "element" && node.attributes.has("href"));
  const href = inner?.kind === "element" ? inner.attributes.get("href") : undefined;
  return href?.startsWith("#") === true ? href.slice(1) : undefined;
}
