/** The ways to search: ripgrep where there is one, a plain scan over any Fs everywhere else. */
export { createLocalSearch, type LocalSearchOptions } from "./local-search.ts";
export { findRipgrep } from "./ripgrep/find-ripgrep.ts";
export { createRipgrepSearch } from "./ripgrep/ripgrep-search.ts";
export { createScanSearch } from "./scan/scan-search.ts";
