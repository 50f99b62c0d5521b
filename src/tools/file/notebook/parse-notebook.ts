import type { Node, ParseError } from "jsonc-parser";
import { Fault } from "../../../kernel/index.ts";
import { propertyOf, textOfSource } from "./json-nodes.ts";

/** A cell, and where it stands in the text of its notebook. */
export interface Cell {
  /** Counted from 0. */
  readonly index: number;
  /** Absent before nbformat 4.5. */
  readonly id: string | undefined;
  readonly type: string;
  readonly source: string;
  readonly node: Node;
}

/** A notebook whose text can be changed in places. */
export interface Notebook {
  readonly path: string;
  readonly text: string;
  readonly root: Node;
  /** The list of cells. */
  readonly list: Node;
  readonly cells: readonly Cell[];
  /** Whether its version gives every cell an id. */
  readonly hasIds: boolean;
}

/** Reads the structure of a notebook, or says why it is none that can be edited. */
export async function parseNotebook(path: string, text: string): Promise<Notebook> {
  const root = await parseJson(path, text);
  const [major, minor] = [propertyOf(root, "nbformat")?.value, propertyOf(root, "nbformat_minor")?.value];
  if (typeof major !== "number") throw notNotebook(path, 'it has no number "nbformat"');
  if (major !== 4) throw wrongVersion(path, major);
  const list = propertyOf(root, "cells");
  if (list?.type !== "array") throw notNotebook(path, 'it has no list "cells"');
  const cells = (list.children ?? []).map((node, index) => toCell(path, node, index));
  return { path, text, root, list, cells, hasIds: typeof minor === "number" && minor >= 5 };
}

async function parseJson(path: string, text: string): Promise<Node> {
  const { parseTree, printParseErrorCode } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const root = shallowOnly(path, () => parseTree(text, errors, STRICT));
  const [first] = errors;
  if (first !== undefined) {
    const line = text.slice(0, first.offset).split("\n").length;
    throw notNotebook(path, `line ${line} is not valid JSON (${printParseErrorCode(first.error)})`);
  }
  if (root?.type !== "object") throw notNotebook(path, "it is not a JSON object");
  return root;
}

const STRICT = { disallowComments: true, allowTrailingComma: false };

/** Brackets nested by the ten thousand exhaust the parser's stack. */
function shallowOnly<T>(path: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw error instanceof RangeError ? notNotebook(path, "its values are nested too deep") : error;
  }
}

function toCell(path: string, node: Node, index: number): Cell {
  const type: unknown = propertyOf(node, "cell_type")?.value;
  const source = textOfSource(propertyOf(node, "source"));
  const id: unknown = propertyOf(node, "id")?.value;
  if (typeof type !== "string" || source === undefined) {
    throw notNotebook(path, `cell ${index} has no "cell_type" or no "source"`);
  }
  return { index, id: typeof id === "string" ? id : undefined, type, source, node };
}

function notNotebook(path: string, reason: string): Fault {
  return new Fault("tool_error", `${path} is not a notebook that can be edited: ${reason}.`, {
    hint: "Use edit to change it as text.",
  });
}

function wrongVersion(path: string, major: number): Fault {
  return new Fault("tool_error", `${path} is in notebook format ${major}; only format 4 can be edited.`, {
    hint: `Convert it first: jupyter nbconvert --to notebook --nbformat 4 ${path}`,
  });
}
