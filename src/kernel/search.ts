/** Which part of a tree a search covers. */
export interface SearchScope {
  /** An absolute path to a folder or a single file. */
  readonly root: string;
  /** Only files whose path below the root matches one of these (`!` excludes). */
  readonly globs?: readonly string[];
  /** How long to look before settling for what was found. */
  readonly deadlineMs?: number;
}

/** A search for content. */
export interface ContentQuery extends SearchScope {
  readonly pattern: string;
  readonly mode: "content" | "files" | "count";
  readonly ignoreCase?: boolean;
  /** The pattern may span lines, and `.` matches line ends where `dotAll` says so. */
  readonly multiline?: boolean;
  readonly dotAll?: boolean;
  /** Language names as ripgrep knows them, such as `ts`. */
  readonly types?: readonly string[];
  readonly before?: number;
  readonly after?: number;
  /** Larger files are skipped and counted. */
  readonly maxFileBytes?: number;
  /** Longer lines are cut. */
  readonly maxLineChars?: number;
}

/** One finding of a content search; paths are relative to the root and use `/`. */
export type ContentFinding =
  | {
      readonly kind: "line";
      readonly path: string;
      readonly line: number;
      readonly text: string;
      /** False for a line that only surrounds a match. */
      readonly isMatch: boolean;
    }
  | { readonly kind: "file"; readonly path: string; readonly matches?: number };

/** A search for names. */
export interface FileQuery extends SearchScope {
  /** Which entries to report; everything when absent. */
  readonly kind?: "file" | "dir";
}

/** One entry of a tree; paths are relative to the root and use `/`. */
export interface FileFinding {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** What a search passed over, and whether it got to the end. */
export interface SearchTally {
  readonly binary: number;
  readonly large: number;
  /** Entries left out by ignore rules; a folder counts once. */
  readonly ignored: number;
  readonly timedOut: boolean;
}

/** Findings in path order as they are found; `tally` is complete once the findings have ended or been left. */
export interface SearchRun<T> extends AsyncIterable<T> {
  tally(): SearchTally;
}

/**
 * The only way to search a tree.
 * Contract: findings come in path order; leaving the iteration early stops the search; memory does not grow with the
 * number of findings; ignore files are honoured, `.git` and `node_modules` never entered; a bad pattern is an
 * `invalid_input` fault; a missing root an `FsFault`.
 */
export interface Search {
  content(query: ContentQuery, cancel: AbortSignal): SearchRun<ContentFinding>;
  files(query: FileQuery, cancel: AbortSignal): SearchRun<FileFinding>;
}
