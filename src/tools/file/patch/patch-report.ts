/** What became of one file of a patch. */
export interface PatchedFile {
  readonly kind: "add" | "update" | "delete" | "move";
  readonly path: string;
  /** Where a moved file was before. */
  readonly from?: string;
  readonly added: number;
  readonly removed: number;
}

/** One line about a file, in the letters of `git status`. */
export function reportLine({ kind, path, from, added, removed }: PatchedFile): string {
  const counts = ` (+${added} −${removed})`;
  switch (kind) {
    case "add":
      return `A ${path}`;
    case "delete":
      return `D ${path}`;
    case "update":
      return `M ${path}${counts}`;
    case "move":
      return `R ${from} → ${path}${added + removed === 0 ? "" : counts}`;
  }
}

/** The same for machines. */
export function reportValue({ kind, path, from, added, removed }: PatchedFile): Record<string, unknown> {
  return { op: kind, path, ...(from === undefined ? {} : { from }), added, removed };
}
