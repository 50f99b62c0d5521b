import type { SimpleCommand } from "../simple-command.ts";

type Sources = readonly SimpleCommand[] | undefined;

/** The commands behind two parts of a text; undefined when there are none. */
export function joinSources(left: Sources, right: Sources): Sources {
  if (left === undefined || left.length === 0) return right;
  if (right === undefined || right.length === 0) return left;
  return left.length + right.length > MOST_SIDE_BY_SIDE ? [bundle(left), bundle(right)] : [...left, ...right];
}

/** Above this they are kept as a tree, so that a text put together step by step costs no more than its steps. */
const MOST_SIDE_BY_SIDE = 8;

function bundle(from: readonly SimpleCommand[]): SimpleCommand {
  const input = { kind: "pipe", from } as const;
  return { words: [], assignments: [], redirects: [], input, cwd: undefined, source: "" };
}
