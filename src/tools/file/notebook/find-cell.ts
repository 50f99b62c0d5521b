import { Fault } from "../../../kernel/index.ts";
import { notChosen } from "../not-chosen.ts";
import type { Cell, Notebook } from "./parse-notebook.ts";

/** Finds a cell by its id or its index from 0; an id that looks like a number wins over the index. */
export function findCell(notebook: Notebook, wanted: string | number): Cell {
  const named = notebook.cells.filter(({ id }) => id !== undefined && id === wanted);
  const [only, ...others] = named;
  if (others.length > 0) throw repeatedId(notebook, named);
  const byIndex = isIndex(wanted) ? notebook.cells[Number(wanted)] : undefined;
  const cell = only ?? byIndex;
  if (cell === undefined) throw unknownCell(notebook, wanted);
  return cell;
}

function isIndex(wanted: string | number): boolean {
  return typeof wanted === "number" || /^\d{1,9}$/.test(wanted);
}

const MOST_LISTED = 100;

function unknownCell({ path, cells }: Notebook, wanted: string | number): Fault {
  const listed = cells
    .slice(0, MOST_LISTED)
    .map(({ index, id, type }) => `${index}: ${id ?? "no id"} (${type})`);
  const more = cells.length - listed.length;
  const hint =
    cells.length === 0
      ? "It has no cells yet: use mode=insert without cell."
      : `Its cells are ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
  return new Fault("not_found", `${path} has no cell ${JSON.stringify(wanted)}.`, { hint });
}

function repeatedId({ path }: Notebook, named: readonly Cell[]): Fault {
  const indexes = named.map(({ index }) => index).join(", ");
  return new Fault(
    "tool_error",
    `${path} has ${named.length} cells with the id ${JSON.stringify(named[0]?.id)}.`,
    {
      hint: `Name the cell by its index instead: ${indexes}.`,
      alternatives: notChosen(
        named.map(({ index }) => `${path}, cell ${index}`),
        "it is not the only cell with this id",
      ),
    },
  );
}
