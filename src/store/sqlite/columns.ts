import type { SqlRow, SqlValue } from "./driver.ts";
import { SQLITE, SqliteFailure } from "./sqlite-failure.ts";

/**
 * A name as it is kept: SQLite's drivers cut a text at NUL and mend lone surrogates, so that two names would become one.
 * Such names are kept as JSON; all others as they are.
 */
export function nameColumn(name: string): string {
  const json = JSON.stringify(name);
  return json.length === name.length + 2 ? name : json;
}

/** The name that `nameColumn` kept. */
export function nameFrom(column: SqlValue | undefined): string {
  const text = String(column);
  return text.startsWith('"') ? String(valueFrom(text)) : text;
}

/** The value of a JSON column. */
export function valueFrom(column: SqlValue | undefined): unknown {
  try {
    return JSON.parse(String(column));
  } catch (cause) {
    throw new SqliteFailure(SQLITE.corrupt, "a column holds no JSON", cause);
  }
}

/** The values of one JSON column in every row. */
export function valuesFrom(rows: readonly SqlRow[], column: string): readonly unknown[] {
  return rows.map((row) => valueFrom(row[column]));
}

/** How many rows SQLite is asked for; it takes a negative number for all of them. */
export function limitColumn(limit: number): number {
  return Math.trunc(Math.min(Math.max(0, limit), Number.MAX_SAFE_INTEGER));
}
