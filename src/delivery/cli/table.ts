import { stripTerminalEscapes } from "../../kernel/index.ts";

/** Lays rows out in aligned columns; the last column is not padded. */
export function table(rows: readonly (readonly string[])[], gap = 2): string {
  const widths = columnWidths(rows);
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths, column, row.length, gap))
        .join("")
        .trimEnd(),
    )
    .join("\n");
}

function columnWidths(rows: readonly (readonly string[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
  }
  return widths;
}

function pad(cell: string, widths: readonly number[], column: number, columns: number, gap: number): string {
  if (column === columns - 1) return cell;
  return cell + " ".repeat((widths[column] ?? 0) - widthOf(cell) + gap);
}

function widthOf(cell: string): number {
  return Array.from(stripTerminalEscapes(cell)).length;
}
