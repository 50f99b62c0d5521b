/** What is thought of a row, in the words of every verdict. */
export interface RowVerdict {
  readonly verdict: "allow" | "ask" | "deny";
  readonly rule: string;
  readonly reason: string;
}

/** The line that answers a row; the id is null where the row has none that could be read. */
export type RowAnswer =
  | ({ readonly id: string } & RowVerdict)
  | { readonly id: string | null; readonly error: string };
