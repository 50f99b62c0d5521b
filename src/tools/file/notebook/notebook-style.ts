import { propertyOf } from "./json-nodes.ts";
import type { Notebook } from "./parse-notebook.ts";

/** How a notebook lays out its JSON. */
export interface NotebookStyle {
  /** Whether lists and objects have their items on lines of their own. */
  readonly multiline: boolean;
  readonly lineEnd: string;
  /** One step of indentation. */
  readonly unit: string;
  readonly colon: string;
  readonly comma: string;
  /** Whether sources are lists of lines rather than one string. */
  readonly sourceLines: boolean;
}

/** Reads off the layout of a notebook. */
export function styleOf({ text, root, cells }: Notebook): NotebookStyle {
  const [first] = root.children ?? [];
  const [key, value] = first?.children ?? [];
  const opening = text.slice(root.offset + 1, first?.offset);
  const colon = key && value ? text.slice(key.offset + key.length, value.offset) : ": ";
  return {
    multiline: opening.includes("\n"),
    lineEnd: opening.includes("\r\n") ? "\r\n" : "\n",
    unit: opening.split("\n").at(-1) ?? "",
    colon,
    comma: colon.endsWith(" ") ? ", " : ",",
    sourceLines: cells.every(({ node }) => propertyOf(node, "source")?.type === "array"),
  };
}

/** The indentation of the line that a place of a text lies in. */
export function indentAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
