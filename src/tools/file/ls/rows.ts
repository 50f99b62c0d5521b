import type { DirChild, Fs, FsStat } from "../../../kernel/index.ts";
import { inBatches } from "../../search/in-batches.ts";
import { showPath } from "../../search/in-folder.ts";

/** One entry as it is listed. */
export interface LsRow {
  readonly kind: "dir" | "file" | "link" | "other";
  readonly name: string;
  readonly size: number;
  readonly modifiedMs: number;
}

/** Entries that are looked at together. */
const AT_ONCE = 64;

/** Looks at the entries of a folder; one that cannot be looked at is of no known kind. */
export function lookAt(children: readonly DirChild[], folder: string, fs: Fs): Promise<LsRow[]> {
  return inBatches(children, AT_ONCE, async ({ name }) => {
    const stat = await fs.stat(`${folder === "/" ? "" : folder}/${name}`).catch(() => undefined);
    return { kind: kindOf(stat), name, size: stat?.size ?? 0, modifiedMs: stat?.modifiedMs ?? 0 };
  });
}

function kindOf(stat: FsStat | undefined): LsRow["kind"] {
  if (stat?.isSymlink === true) return "link";
  if (stat?.isDirectory === true) return "dir";
  return stat?.isFile === true ? "file" : "other";
}

/** Directories first, then by name whatever the case. */
export function sortChildren(children: readonly DirChild[]): DirChild[] {
  return children.toSorted((a, b) => Number(b.isDirectory) - Number(a.isDirectory) || byName(a, b));
}

/** What changed last first. */
export function sortNewest(rows: readonly LsRow[]): LsRow[] {
  return rows.toSorted((a, b) => b.modifiedMs - a.modifiedMs || byName(a, b));
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.name, b.name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** How many rows could fit at the very most. */
export function mostRows(room: number): number {
  return Math.ceil(room / "dir  -  x/\n".length);
}

/** Shows rows as aligned columns, as many as there is room for. */
export function showRows(rows: readonly LsRow[], room: number): { text: string; count: number } {
  const widest = (cell: (row: LsRow) => string): number =>
    rows.reduce((width, row) => Math.max(width, cell(row).length), 0);
  const [kindWidth, sizeWidth] = [widest(({ kind }) => kind), widest(sizeOf)];
  const shown: string[] = [];
  let bytes = 0;
  for (const row of rows) {
    const name = showPath(row.kind === "dir" ? `${row.name}/` : row.name);
    const text = `${row.kind.padEnd(kindWidth)}  ${sizeOf(row).padStart(sizeWidth)}  ${name}`;
    bytes += Buffer.byteLength(text) + 1;
    if (shown.length > 0 && bytes > room) break;
    shown.push(text);
  }
  return { text: shown.join("\n"), count: shown.length };
}

/** Only the size of a file says something about what is in it. */
function sizeOf({ kind, size }: LsRow): string {
  return kind === "file" ? String(size) : "-";
}
