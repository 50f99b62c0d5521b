import { splitLines } from "../diff/split-lines.ts";
import type { NotebookStyle } from "./notebook-style.ts";

/** A property of an object: its name and its value as JSON. */
export type Entry = readonly [name: string, json: string];

/** An object whose values are already JSON, so that what is copied stays as it was spelled. */
export function renderObject(entries: readonly Entry[], style: NotebookStyle, indent: string): string {
  const items = entries.map(([name, json]) => JSON.stringify(name) + style.colon + json);
  return renderItems("{", items, "}", style, indent);
}

/** A source in the form the notebook uses. */
export function renderSource(source: string, style: NotebookStyle, indent: string): string {
  if (!style.sourceLines) return JSON.stringify(source);
  const items = splitLines(source).map((line) => JSON.stringify(line));
  return renderItems("[", items, "]", style, indent);
}

function renderItems(
  open: string,
  items: readonly string[],
  close: string,
  style: NotebookStyle,
  indent: string,
): string {
  if (items.length === 0) return open + close;
  if (!style.multiline) return open + items.join(style.comma) + close;
  const line = style.lineEnd + indent;
  return open + line + style.unit + items.join(`,${line}${style.unit}`) + line + close;
}
