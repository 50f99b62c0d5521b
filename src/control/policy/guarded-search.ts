import { join, normalize } from "node:path";
import type { ContentFinding, Search, SearchRun } from "../../kernel/index.ts";
import type { ExaminedTouch } from "./examine-touches.ts";
import { isWithin } from "./is-within.ts";
import { sensitiveReason } from "./sensitive-reason.ts";

/** What is known of the places a call searches. */
export interface SearchedPlaces {
  /** What the call touches, as it was judged: a root may be a link. */
  readonly touches?: readonly ExaminedTouch[];
  /** Folders of which nothing is shown, not even that there was something. */
  readonly hidden?: readonly string[];
}

/** The same search, which shows nothing of sensitive files; one that is named as the root itself was asked about. */
export function guardedSearch(search: Search, { touches = [], hidden = [] }: SearchedPlaces = {}): Search {
  return {
    ...search,
    content: (query, cancel) =>
      guardedRun(search.content(query, cancel), namesOfRoot(query.root, touches), hidden),
  };
}

/** A root as it is spelled and where it really is: names are told by the whole path. */
function namesOfRoot(root: string, touches: readonly ExaminedTouch[]): readonly string[] {
  const spelled = normalize(`${root}/.`);
  const real = touches.flatMap((touch) =>
    touch.kind === "path" && touch.spelled === spelled && touch.real !== undefined ? [touch.real] : [],
  );
  return [spelled, ...real];
}

function guardedRun(
  run: SearchRun<ContentFinding>,
  roots: readonly string[],
  hidden: readonly string[],
): SearchRun<ContentFinding> {
  const passedOver = new Set<string>();
  return {
    [Symbol.asyncIterator]: findings,
    tally: () => ({ ...run.tally(), ...(passedOver.size === 0 ? {} : { sensitive: passedOver.size }) }),
  };

  async function* findings(): AsyncGenerator<ContentFinding> {
    for await (const finding of run) {
      const { path } = finding;
      const names = roots.map((root) => join(root, path));
      if (names.some((name) => hidden.some((folder) => isWithin(name, folder)))) continue;
      if (path === "" || names.every((name) => sensitiveReason(name, "read") === undefined)) yield finding;
      else passedOver.add(path);
    }
  }
}
