import type { Node } from "jsonc-parser";
import type { TextEdit } from "./change-cells.ts";
import { endOf, propertyOf } from "./json-nodes.ts";
import { indentAt, styleOf } from "./notebook-style.ts";
import type { Cell, Notebook } from "./parse-notebook.ts";
import { type Entry, renderObject, renderSource } from "./render-json.ts";

/** Gives a cell a new source; code loses the outputs and the count of the code it replaces. */
export function replaceSource(notebook: Notebook, { node, type }: Cell, source: string): TextEdit[] {
  const old = propertyOf(node, "source")!;
  const indent = indentAt(notebook.text, old.offset);
  const edits = [replaceNode(old, renderSource(source, sourceStyle(notebook, old), indent))];
  const [outputs, count] = [propertyOf(node, "outputs"), propertyOf(node, "execution_count")];
  if (type === "code" && outputs !== undefined) edits.push(replaceNode(outputs, "[]"));
  if (type === "code" && count !== undefined) edits.push(replaceNode(count, "null"));
  return edits.toSorted((a, b) => a.start - b.start);
}

/** Turns a cell into one of another type: what only the old type has goes, what the new one needs comes. */
export function retypeCell(notebook: Notebook, { node }: Cell, source: string, type: string): TextEdit {
  const { text } = notebook;
  const old = propertyOf(node, "source")!;
  const style = sourceStyle(notebook, old);
  const indent = indentAt(text, node.offset);
  const kept = (node.children ?? []).flatMap(({ children = [] }): Entry[] => {
    const [key, value] = children;
    const name = String(key?.value);
    return value === undefined || REPLACED.has(name) ? [] : [[name, text.slice(value.offset, endOf(value))]];
  });
  const entries: Entry[] = [
    ...kept,
    ["cell_type", JSON.stringify(type)],
    ["source", renderSource(source, style, indent + style.unit)],
    ...(type === "code" ? CODE_ONLY : []),
  ];
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return replaceNode(node, renderObject(sorted, style, indent));
}

const CODE_ONLY: readonly Entry[] = [
  ["execution_count", "null"],
  ["outputs", "[]"],
];

/** Attachments belong to text, outputs to code; everything else a cell has stays with it. */
const REPLACED = new Set(["cell_type", "source", "execution_count", "outputs", "attachments"]);

/** The layout of one source: its own where it has one, else that of the notebook. */
function sourceStyle(notebook: Notebook, old: Node): ReturnType<typeof styleOf> {
  const style = styleOf(notebook);
  const spelling = notebook.text.slice(old.offset, endOf(old));
  const isEmpty = (old.children ?? []).length === 0;
  return {
    ...style,
    sourceLines: old.type === "array",
    multiline: old.type === "array" && !isEmpty ? spelling.includes("\n") : style.multiline,
  };
}

function replaceNode(node: Node, text: string): TextEdit {
  return { start: node.offset, end: endOf(node), text };
}
