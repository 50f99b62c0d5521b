import type { Fs, Search, SearchRun, SearchScope } from "../../kernel/index.ts";
import { createTypeFilter } from "../search/file-types.ts";
import { createScanSearch } from "../search/index.ts";
import { createPathFilter, type PathFilter } from "../search/path-filter.ts";
import { createReadAhead, type IsLikely } from "./read-ahead.ts";

/** Searches a host by walking and reading its files a few steps ahead: the host needs no program for it, and every file is checked. */
export function createRemoteSearch(fs: Fs): Search {
  return {
    content: (query, cancel) =>
      ahead(fs, likelyFor(query, query.types), (its) => createScanSearch(its).content(query, cancel)),
    files: (query, cancel) =>
      ahead(
        fs,
        () => false,
        (its) => createScanSearch(its).files(query, cancel),
      ),
  };
}

function likelyFor({ root, globs }: SearchScope, types: readonly string[] | undefined): IsLikely {
  const start = root === "/" ? 1 : root.length + 1;
  let filters: { readonly isOfType: (name: string) => boolean; readonly passes: PathFilter } | undefined;
  return (path, name) => {
    // Late, so that what is wrong with them is found by the search itself.
    filters ??= { isOfType: createTypeFilter(types) ?? (() => false), passes: createPathFilter(globs) };
    return filters.isOfType(name) && filters.passes(path.slice(start));
  };
}

function ahead<T>(below: Fs, isLikely: IsLikely, search: (fs: Fs) => SearchRun<T>): SearchRun<T> {
  const reader = createReadAhead(below, isLikely);
  const run = search(reader.fs);
  return {
    tally: () => run.tally(),
    async *[Symbol.asyncIterator]() {
      try {
        yield* run;
      } finally {
        await reader.close();
      }
    },
  };
}
