import { randomUUID } from "node:crypto";
import { endOf } from "./json-nodes.ts";
import { indentAt, type NotebookStyle, styleOf } from "./notebook-style.ts";
import type { Cell, Notebook } from "./parse-notebook.ts";
import { type Entry, renderObject, renderSource } from "./render-json.ts";

/** A stretch of a notebook's text gives way to another; offsets count characters. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A cell that is to be put into a notebook. */
export interface NewCell {
  readonly type: string;
  readonly source: string;
  readonly id: string | undefined;
}

/** An id that no cell of the notebook has; undefined where its format knows none. */
export function freshId({ cells, hasIds }: Notebook): string | undefined {
  if (!hasIds) return undefined;
  const taken = new Set(cells.map(({ id }) => id));
  let id = randomUUID().slice(0, 8);
  while (taken.has(id)) id = randomUUID().slice(0, 8);
  return id;
}

/** Puts a new cell behind another, or before all others. */
export function insertCell(notebook: Notebook, after: Cell | undefined, cell: NewCell): TextEdit {
  const { text, list, cells } = notebook;
  const style = styleOf(notebook);
  const [first, second] = cells;
  if (first === undefined) {
    const outer = indentAt(text, list.offset);
    const json = renderCell(cell, style, outer + style.unit);
    const line = style.multiline ? style.lineEnd + outer : "";
    const inside = line === "" ? json : line + style.unit + json + line;
    return { start: list.offset + 1, end: endOf(list) - 1, text: inside };
  }
  const indent = indentAt(text, first.node.offset);
  const json = renderCell(cell, style, indent);
  const between =
    second === undefined
      ? style.multiline
        ? `,${style.lineEnd}${indent}`
        : style.comma
      : text.slice(endOf(first.node), second.node.offset);
  if (after === undefined) return { start: first.node.offset, end: first.node.offset, text: json + between };
  const end = endOf(after.node);
  return { start: end, end, text: between + json };
}

/** Takes a cell out of a notebook, with the comma that belongs to it. */
export function deleteCell({ list, cells }: Notebook, { index, node }: Cell): TextEdit {
  const [before, after] = [cells[index - 1]?.node, cells[index + 1]?.node];
  if (after !== undefined) return { start: node.offset, end: after.offset, text: "" };
  if (before !== undefined) return { start: endOf(before), end: endOf(node), text: "" };
  return { start: list.offset + 1, end: endOf(list) - 1, text: "" };
}

/** In the order Jupyter writes them. */
function renderCell({ type, source, id }: NewCell, style: NotebookStyle, indent: string): string {
  const isCode = type === "code";
  const entries: readonly (Entry | false)[] = [
    ["cell_type", JSON.stringify(type)],
    isCode && ["execution_count", "null"],
    id !== undefined && ["id", JSON.stringify(id)],
    ["metadata", "{}"],
    isCode && ["outputs", "[]"],
    ["source", renderSource(source, style, indent + style.unit)],
  ];
  return renderObject(
    entries.filter((entry) => entry !== false),
    style,
    indent,
  );
}
