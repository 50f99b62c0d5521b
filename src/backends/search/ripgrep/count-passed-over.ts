import { lstatSync } from "node:fs";
import type { ContentQuery, DirChild, Fs, SearchTally } from "../../../kernel/index.ts";
import type { Deadline } from "../deadline.ts";
import { createTypeFilter } from "../file-types.ts";
import { createPathFilter } from "../path-filter.ts";
import type { RunningTally } from "../search-run.ts";
import { createQuickReach } from "../walk/quick-reach.ts";
import { walk } from "../walk/walk.ts";

/** How far a count goes. */
export interface CountPlan {
  /** So many entries are looked at; a larger tree is not counted. */
  readonly most: number;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
}

/** What a search left out. */
export type PassedOver = Required<Pick<SearchTally, "ignored" | "large">>;

/** Counts what a search by glob or type leaves out, which ripgrep tells only at a price; undefined when that is too much. */
export async function countPassedOver(
  fs: Fs,
  query: ContentQuery,
  { most, deadline, cancel }: CountPlan,
): Promise<PassedOver | undefined> {
  const { root, globs, types, maxFileBytes = Number.POSITIVE_INFINITY } = query;
  const isOfType = createTypeFilter(types);
  if (isOfType === undefined) return undefined;
  const passes = createPathFilter(globs);
  const tally: RunningTally = { binary: 0, unreadable: 0, timedOut: false };
  let visited = 0;
  const plan = {
    root,
    wants: ({ name, isDirectory, isSymlink }: DirChild, path: string) => {
      visited += 1;
      return !isDirectory && isSymlink !== true && isOfType(name) && passes(path);
    },
    reach: createQuickReach(),
    deadline: { ...deadline, isOver: () => visited > most || deadline.isOver() },
    cancel,
  };
  let large = 0;
  for await (const batch of walk(fs, plan, tally)) {
    large += batch.filter(({ path }) => sizeOf(`${root}/${path}`) > maxFileBytes).length;
  }
  return tally.timedOut ? undefined : { ignored: tally.ignored ?? 0, large };
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
