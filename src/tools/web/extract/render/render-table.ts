import { elementsOf, type PageElement, type PageNode } from "../page-tree.ts";
import { renderInline } from "./render-inline.ts";
import type { RenderBlocks, Writing } from "./writing.ts";

/** A table of facts as rows and columns; one that only arranges the page as the blocks it holds. */
export function renderTable(table: PageElement, writing: Writing, renderBlocks: RenderBlocks): string {
  const rows = rowsOf(table);
  const caption = [...partsOf(table, "caption"), strayIn(table)].map((part) => renderBlocks(part, writing));
  if (isLayout(table, rows)) return blocksOf(rows, caption, (cell) => renderBlocks(cell, writing));
  const grid = toGrid(rows, (cell) => cellText(cell, writing));
  const width = grid.reduce((most, row) => Math.max(most, row.length), 0);
  if (width < 2 || width > MOST_COLUMNS)
    return blocksOf(rows, caption, (cell) => renderBlocks(cell, writing));
  const lines = writing.format === "markdown" ? markdownLines(grid, rows, width) : grid.map(joined);
  return [...caption, lines.filter((line) => line.trim() !== "").join("\n")]
    .filter((block) => block !== "")
    .join("\n\n");
}

const MOST_COLUMNS = 200;

function blocksOf(
  rows: readonly Row[],
  caption: readonly string[],
  render: (cell: PageElement) => string,
): string {
  const blocks = rows.flatMap(({ cells }) => cells.map(render));
  return [...caption, ...blocks].filter((block) => block !== "").join("\n\n");
}

interface Row {
  readonly cells: readonly PageElement[];
  readonly isHead: boolean;
}

function rowsOf(table: PageElement): readonly Row[] {
  const rows: Row[] = [];
  const visit = (element: PageElement, inHead: boolean): void => {
    for (const child of element.children) {
      if (child.kind !== "element") continue;
      if (child.tag === "tr") rows.push(toRow(child, inHead));
      else if (holdsRows(child)) visit(child, child.tag === "thead");
    }
  };
  visit(table, false);
  return rows.filter(({ cells }) => cells.length > 0);
}

/** Forms and the like stand between tables and their rows in broken markup. */
function holdsRows(element: PageElement): boolean {
  return element.children.some((child) => child.kind === "element" && child.tag === "tr");
}

/** What stands in a table but in none of its cells is shown above it, as browsers do. */
function strayIn(table: PageElement): PageElement {
  const stray: PageNode[] = [];
  const visit = (element: PageElement): void => {
    for (const child of element.children) {
      if (child.kind === "text" || !PLACES.has(child.tag)) {
        if (child.kind === "text" || !holdsRows(child)) stray.push(child);
        else visit(child);
      } else if (child.tag === "tr" || holdsRows(child)) visit(child);
    }
  };
  visit(table);
  return { ...table, children: stray };
}

const PLACES = new Set("thead tbody tfoot tr td th caption colgroup col".split(" "));

function toRow(row: PageElement, inHead: boolean): Row {
  const cells = [...partsOf(row, "td", "th")];
  return { cells, isHead: inHead || (cells.length > 1 && cells.every(({ tag }) => tag === "th")) };
}

function partsOf(element: PageElement, ...tags: readonly string[]): PageElement[] {
  return element.children.filter(
    (child): child is PageElement => child.kind === "element" && tags.includes(child.tag),
  );
}

function isLayout(table: PageElement, rows: readonly Row[]): boolean {
  const role = table.attributes.get("role")?.toLowerCase();
  if (role === "presentation" || role === "none") return true;
  if (rows.some(({ isHead }) => isHead)) return false;
  return rows.some(({ cells }) => cells.some((cell) => holdsParts(cell)));
}

const PARTS = new Set("table pre h1 h2 h3 h4 article section blockquote form".split(" "));

function holdsParts(cell: PageElement): boolean {
  let paragraphs = 0;
  for (const { tag } of elementsOf(cell)) {
    if (PARTS.has(tag)) return true;
    if (tag === "p" || tag === "li") paragraphs += 1;
  }
  return paragraphs > 3 && cell.weight.text > 400;
}

/** Cells that span rows or columns leave empty ones behind. */
function toGrid(rows: readonly Row[], textOf: (cell: PageElement) => string): readonly (readonly string[])[] {
  const grid: string[][] = rows.map(() => []);
  for (const [at, { cells }] of rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      const row = grid[at] ?? [];
      while (row[column] !== undefined) column += 1;
      const wide = spanOf(cell, "colspan");
      const tall = column > MOST_COLUMNS ? 1 : Math.min(spanOf(cell, "rowspan"), rows.length - at);
      for (let down = 0; down < tall; down += 1) {
        for (let right = 0; right < wide; right += 1) (grid[at + down] ?? [])[column + right] = "";
      }
      row[column] = textOf(cell);
      column += wide;
    }
  }
  return grid.map((row) => Array.from(row, (text) => text ?? ""));
}

const MOST_SPAN = 50;

function spanOf({ attributes }: PageElement, name: string): number {
  const span = Number.parseInt(attributes.get(name) ?? "1", 10);
  return Number.isNaN(span) ? 1 : Math.min(Math.max(span, 1), MOST_SPAN);
}

function cellText(cell: PageElement, writing: Writing): string {
  const text = renderInline(spacedOut(cell), writing)
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
  return writing.format === "markdown" ? text.replaceAll("|", String.raw`\|`) : text;
}

/** Paragraphs and items of a cell follow one another in its one line. */
function spacedOut(cell: PageElement): PageElement["children"] {
  return cell.children.flatMap((child) => {
    if (child.kind === "text" || !STACKED.has(child.tag)) return [child];
    const gap = { kind: "text", text: " " } as const;
    return [gap, ...spacedOut(child), child.tag === "li" ? ({ kind: "text", text: "; " } as const) : gap];
  });
}

const STACKED = new Set("p div ul ol li dl dt dd section figure table tbody tr td th".split(" "));

function markdownLines(
  grid: readonly (readonly string[])[],
  rows: readonly Row[],
  width: number,
): readonly string[] {
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const rule = `|${" --- |".repeat(width)}`;
  const hasHead = rows[0]?.isHead === true;
  const head = hasHead ? (grid[0] ?? []) : [];
  return [
    line(head),
    rule,
    ...(hasHead ? grid.slice(1) : grid).filter((row) => row.some((text) => text !== "")).map(line),
  ];
}

function joined(row: readonly string[]): string {
  return row.filter((text) => text !== "").join(" | ");
}
