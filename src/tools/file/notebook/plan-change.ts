import { Fault } from "../../../kernel/index.ts";
import { deleteCell, freshId, insertCell, type TextEdit } from "./change-cells.ts";
import { findCell } from "./find-cell.ts";
import type { NotebookInput } from "./notebook-input.ts";
import type { Cell, Notebook } from "./parse-notebook.ts";
import { replaceSource, retypeCell } from "./replace-cell.ts";

/** What a call will do to a notebook, and what it tells about it. */
export interface ChangePlan {
  /** Disjoint, in the order of the text. */
  readonly edits: readonly TextEdit[];
  readonly summary: string;
  /** The cell that the caller named. */
  readonly named: Cell | undefined;
  readonly cell: { readonly index: number; readonly id?: string; readonly type: string };
  /** How many cells there are afterwards. */
  readonly cells: number;
  /** The source of the cell, before and after. */
  readonly before: string;
  readonly after: string;
}

/** Turns a wanted change into edits of the notebook's text. */
export function planChange(notebook: Notebook, wanted: NotebookInput): ChangePlan {
  switch (wanted.mode ?? "replace") {
    case "replace":
      return planReplace(notebook, namedCell(notebook, wanted), wanted);
    case "insert":
      return planInsert(notebook, wanted);
    case "delete":
      return planDelete(notebook, namedCell(notebook, wanted));
  }
}

function namedCell(notebook: Notebook, { cell, mode = "replace" }: NotebookInput): Cell {
  if (cell !== undefined) return findCell(notebook, cell);
  throw new Fault("invalid_input", `mode=${mode} needs the id or the index of a cell.`, {
    hint: "Read the notebook to see its cells.",
  });
}

function planReplace(notebook: Notebook, cell: Cell, { source, type }: NotebookInput): ChangePlan {
  if (source === undefined && type === undefined) {
    throw new Fault("invalid_input", "mode=replace needs source, type or both.");
  }
  const after = source ?? cell.source;
  const retyped = type !== undefined && type !== cell.type;
  if (!retyped && after === cell.source) {
    throw new Fault("tool_error", `${notebook.path} has this source and type in ${nameOf(cell)} already.`, {
      hint: "Nothing was changed; there is nothing left to do for this cell.",
    });
  }
  const edits = retyped ? [retypeCell(notebook, cell, after, type)] : replaceSource(notebook, cell, after);
  const what = retyped ? `Made ${nameOf(cell)} a ${type} cell` : `Replaced the source of ${nameOf(cell)}`;
  const cleared = cell.type === "code" ? " Its outputs and execution count were cleared." : "";
  return {
    edits,
    named: cell,
    summary: `${what} in ${notebook.path}.${cleared}`,
    cell: toldCell({ ...cell, type: type ?? cell.type }),
    cells: notebook.cells.length,
    before: cell.source,
    after,
  };
}

function planInsert(notebook: Notebook, { cell, source = "", type = "code" }: NotebookInput): ChangePlan {
  const after = cell === undefined || Number(cell) === -1 ? undefined : findCell(notebook, cell);
  const id = freshId(notebook);
  const index = after === undefined ? 0 : after.index + 1;
  const inserted = { index, id, type };
  return {
    edits: [insertCell(notebook, after, { type, source, id })],
    named: after,
    summary: `Inserted ${nameOf(inserted)} into ${notebook.path}, which now has ${countOf(notebook.cells.length + 1)}.`,
    cell: toldCell(inserted),
    cells: notebook.cells.length + 1,
    before: "",
    after: source,
  };
}

function planDelete(notebook: Notebook, cell: Cell): ChangePlan {
  const left = notebook.cells.length - 1;
  return {
    edits: [deleteCell(notebook, cell)],
    named: cell,
    summary: `Deleted ${nameOf(cell)} from ${notebook.path}, which now has ${countOf(left)}.`,
    cell: toldCell(cell),
    cells: left,
    before: cell.source,
    after: "",
  };
}

type NamedCell = Pick<Cell, "index" | "id" | "type">;

function nameOf({ index, id, type }: NamedCell): string {
  return `cell ${index} (${type}${id === undefined ? "" : `, id ${id}`})`;
}

function toldCell({ index, id, type }: NamedCell): ChangePlan["cell"] {
  return { index, ...(id === undefined ? {} : { id }), type };
}

function countOf(cells: number): string {
  return cells === 1 ? "1 cell" : `${cells} cells`;
}
