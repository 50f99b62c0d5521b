import type { Change } from "../../../kernel/index.ts";

/** One change a file, from what it was before the first to what it is after the last. */
export function mergeChanges(changes: readonly Change[]): Change[] {
  const ends = new Map<string, { readonly first: Change; readonly last: Change }>();
  for (const change of changes) {
    ends.set(change.path, { first: ends.get(change.path)?.first ?? change, last: change });
  }
  return [...ends.values()].flatMap(({ first, last }) => merge(first, last));
}

function merge(first: Change, last: Change): Change[] {
  const existed = first.kind !== "create";
  const exists = last.kind !== "delete";
  if (!existed && !exists) return [];
  return [
    {
      path: first.path,
      kind: existed ? (exists ? "update" : "delete") : "create",
      ...(existed && first.before !== undefined ? { before: first.before } : {}),
      ...(exists && last.after !== undefined ? { after: last.after } : {}),
    },
  ];
}
