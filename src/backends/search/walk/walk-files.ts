import type { FileFinding, FileQuery, Fs, SearchRun } from "../../../kernel/index.ts";
import { startDeadline } from "../deadline.ts";
import { createPathFilter } from "../path-filter.ts";
import { createRun } from "../search-run.ts";
import type { QuickReach } from "./quick-reach.ts";
import { walk, type WalkPlan } from "./walk.ts";

/** Searches any Fs for names. */
export function walkFiles(
  fs: Fs,
  query: FileQuery,
  cancel: AbortSignal,
  reach?: QuickReach,
): SearchRun<FileFinding> {
  return createRun(async function* (tally) {
    const deadline = startDeadline(query.deadlineMs);
    const plan = { root: query.root, wants: wantedBy(query), depth: query.depth, reach, deadline, cancel };
    for await (const batch of walk(fs, plan, tally)) yield* batch;
  });
}

function wantedBy({ kind, name, globs }: FileQuery): WalkPlan["wants"] {
  const passes = globs === undefined ? undefined : createPathFilter(globs);
  return (child, path) =>
    (kind === undefined || (kind === "dir") === child.isDirectory) &&
    (name === undefined || name.test(child.name)) &&
    (passes === undefined || passes(path));
}
