/** Which part of a tree a search covers. */
export interface SearchScope {
  /** An absolute path to a folder or, for content, a single file. */
  readonly root: string;
  /** Only files that match one of these; `!` excludes. Without a slash the name is meant, with one the path below the root. */
  readonly globs?: readonly string[];
  /** How long to look before settling for what was found. */
  readonly deadlineMs?: number;
}

/** A search for content. */
export interface ContentQuery extends SearchScope {
  readonly pattern: string;
  readonly mode: "content" | "files" | "count";
  readonly ignoreCase?: boolean;
  /** The pattern may span lines. */
  readonly multiline?: boolean;
  /** `.` matches line ends too; only of use together with `multiline`. */
  readonly dotAll?: boolean;
  /** Language names as ripgrep knows them, such as `ts`. */
  readonly types?: readonly string[];
  readonly before?: number;
  readonly after?: number;
  /** Larger files are skipped and counted; a root that is a file is searched whatever its size. */
  readonly maxFileBytes?: number;
  /** Longer lines are cut to a window around their first match. */
  readonly maxLineBytes?: number;
}

/** A line that matches, or that surrounds one that does. */
export interface LineFinding {
  readonly kind: "line";
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** False for a line that only surrounds a match. */
  readonly isMatch: boolean;
  /** True when the text is only a window of the line. */
  readonly isCut: boolean;
  /** Where the line starts in the file, in bytes; a byte order mark is not counted. */
  readonly offset: number;
}

/** A file that matches; how often, in `count` mode. */
export interface FileMatch {
  readonly kind: "file";
  readonly path: string;
  readonly matches?: number;
}

/** One finding of a content search; paths are relative to the root, use `/`, and are empty when the root is the file. */
export type ContentFinding = LineFinding | FileMatch;

/** A search for names. */
export interface FileQuery extends SearchScope {
  /** Which entries to report; everything when absent. */
  readonly kind?: "file" | "dir";
  /** Only entries whose own name matches. */
  readonly name?: RegExp;
  /** How many levels to descend; 1 is the root's own entries. */
  readonly depth?: number;
}

/** One entry of a tree; paths are relative to the root and use `/`. Links are reported as files and never followed. */
export interface FileFinding {
  readonly path: string;
  readonly isDirectory: boolean;
}

/** What a search passed over so far, and whether it was cut short; a count is absent where taking it would cost too much. */
export interface SearchTally {
  /** Files that match but hold binary data. */
  readonly binary: number;
  readonly unreadable: number;
  readonly large?: number;
  /** Entries left out by ignore rules: folders, each once, and files that would have been looked at. */
  readonly ignored?: number;
  /** Files with matches that a person would have to be asked about. */
  readonly sensitive?: number;
  readonly timedOut: boolean;
}

/** Findings in path order as they are found; `tally` is complete once the findings have ended. */
export interface SearchRun<T> extends AsyncIterable<T> {
  tally(): SearchTally;
}

/**
 * The only way to search a tree.
 * Contract: findings come in path order, names compared byte by byte; leaving the iteration early stops the search;
 * memory does not grow with the number of findings; ignore files are honoured; `.git`, `node_modules`
 * and `.deckhand` never entered, links never followed; a root that such a rule would hide is searched all the same; a bad pattern, type or
 * glob is an `invalid_input` fault; a missing root an `FsFault`.
 */
export interface Search {
  content(query: ContentQuery, cancel: AbortSignal): SearchRun<ContentFinding>;
  files(query: FileQuery, cancel: AbortSignal): SearchRun<FileFinding>;
}
