import { join } from "node:path";
import type { ContentFinding, Search, SearchRun } from "../../kernel/index.ts";
import { sensitiveReason } from "./sensitive-reason.ts";

/** The same search, which shows nothing of sensitive files; one that is named as the root itself was asked about. */
export function guardedSearch(search: Search): Search {
  return {
    ...search,
    content: (query, cancel) => withoutSensitive(search.content(query, cancel), query.root),
  };
}

function withoutSensitive(run: SearchRun<ContentFinding>, root: string): SearchRun<ContentFinding> {
  const passedOver = new Set<string>();
  return {
    [Symbol.asyncIterator]: findings,
    tally: () => ({ ...run.tally(), ...(passedOver.size === 0 ? {} : { sensitive: passedOver.size }) }),
  };

  async function* findings(): AsyncGenerator<ContentFinding> {
    for await (const finding of run) {
      const { path } = finding;
      if (path === "" || sensitiveReason(join(root, path), "read") === undefined) yield finding;
      else passedOver.add(path);
    }
  }
}
