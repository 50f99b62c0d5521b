/** What a row about a path does there. */
export interface RowDeed {
  readonly op: "read" | "write" | "edit" | "delete" | "grep" | "find";
  readonly pattern?: string | undefined;
  readonly proof?: string | undefined;
}

/** The one call that a row about a path makes. */
export function rowCall({ op, pattern, proof }: RowDeed, path: string): { name: string; input: unknown } {
  switch (op) {
    case "read":
      return { name: "read", input: { path } };
    case "write":
      return {
        name: "write",
        input: { path, content: "written by the row\n", ...(proof === undefined ? {} : { proof }) },
      };
    case "edit":
      return { name: "edit", input: { path, oldText: "two", newText: "TWO" } };
    case "delete":
      return {
        name: "patch",
        input: { patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch\n` },
      };
    case "grep":
      return { name: "grep", input: { path, pattern: pattern ?? "two" } };
    case "find":
      return { name: "find", input: { path, ...(pattern === undefined ? {} : { pattern }) } };
  }
}
