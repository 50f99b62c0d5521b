import { type Fs, isResultHandle, type Search, type SearchRun } from "../../kernel/index.ts";
import { findRipgrep } from "./ripgrep/find-ripgrep.ts";
import { createRipgrepSearch } from "./ripgrep/ripgrep-search.ts";
import { createScanSearch } from "./scan/scan-search.ts";
import { createQuickReach } from "./walk/quick-reach.ts";
import { walkFiles } from "./walk/walk-files.ts";

/** What a local search may be told about the machine. */
export interface LocalSearchOptions {
  /** Looks for the ripgrep to use; undefined when there is none. */
  readonly findRipgrep?: () => Promise<string | undefined>;
}

/** Searches the local machine: by ripgrep where there is one, by a plain scan otherwise and in kept results. */
export function createLocalSearch(fs: Fs, options: LocalSearchOptions = {}): Search {
  const find = options.findRipgrep ?? (() => findRipgrep());
  const scan = createScanSearch(fs);
  let chosen: Promise<Search> | undefined;
  const choose = async (): Promise<Search> => {
    const rgPath = await find();
    return rgPath === undefined ? scan : createRipgrepSearch(fs, rgPath);
  };
  return {
    content: (query, cancel) =>
      isResultHandle(query.root)
        ? scan.content(query, cancel)
        : lazily(async () => (await (chosen ??= choose())).content(query, cancel)),
    files: (query, cancel) => walkFiles(fs, query, cancel, createQuickReach()),
  };
}

/** A run that is made when it is first asked for a finding. */
function lazily<T>(make: () => Promise<SearchRun<T>>): SearchRun<T> {
  let run: SearchRun<T> | undefined;
  let findings: AsyncIterator<T> | undefined;
  const start = async (): Promise<IteratorResult<T>> => {
    run = await make();
    findings = run[Symbol.asyncIterator]();
    return findings.next();
  };
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => findings?.next() ?? start(),
      return: async () => (await findings?.return?.()) ?? { done: true, value: undefined },
    }),
    tally: () => run?.tally() ?? { binary: 0, unreadable: 0, timedOut: false },
  };
}
