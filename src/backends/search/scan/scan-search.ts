import {
  type ContentFinding,
  type ContentQuery,
  type DirChild,
  Fault,
  type Fs,
  type FsFile,
  isFsFault,
  type Search,
} from "../../../kernel/index.ts";
import { type Deadline, startDeadline } from "../deadline.ts";
import { createTypeFilter, KNOWN_TYPES } from "../file-types.ts";
import { createPathFilter } from "../path-filter.ts";
import { createRun, type RunningTally } from "../search-run.ts";
import { walkFiles } from "../walk/walk-files.ts";
import { walk } from "../walk/walk.ts";
import { type Matcher, openMatcher } from "./matcher.ts";
import { scanFile } from "./scan-file.ts";
import { toJavaScriptRegExp } from "./to-javascript-regexp.ts";

/** Searches any Fs by walking and reading it. */
export function createScanSearch(fs: Fs): Search {
  return {
    content: (query, cancel) => createRun((tally) => findContent(fs, query, cancel, tally)),
    files: (query, cancel) => walkFiles(fs, query, cancel),
  };
}

/** What the steps of one scan share. */
interface Scan {
  readonly fs: Fs;
  readonly query: ContentQuery;
  readonly matcher: Matcher;
  readonly deadline: Deadline;
  readonly cancel: AbortSignal;
  readonly tally: RunningTally;
}

async function* findContent(
  fs: Fs,
  query: ContentQuery,
  cancel: AbortSignal,
  tally: RunningTally,
): AsyncGenerator<ContentFinding> {
  cancel.throwIfAborted();
  const deadline = startDeadline(query.deadlineMs);
  const expression = toJavaScriptRegExp(query);
  const file = await openRoot(fs, query.root);
  const matcher = openMatcher(expression, deadline, cancel);
  try {
    if (file !== undefined) yield* scanFile(query, matcher, { file, path: "", tally });
    else yield* scanTree({ fs, query, matcher, deadline, cancel, tally });
  } finally {
    await Promise.all([matcher.close(), file?.close()]);
  }
}

/** The root when it is a file; undefined when it is a folder. */
async function openRoot(fs: Fs, root: string): Promise<FsFile | undefined> {
  if ((await fs.stat(root)).isDirectory) return undefined;
  try {
    return await fs.open(root);
  } catch (error) {
    if (isFsFault(error, "EISDIR")) return undefined;
    throw error;
  }
}

async function* scanTree(scan: Scan): AsyncGenerator<ContentFinding> {
  const { fs, query, deadline, cancel, tally } = scan;
  const isOfType = createTypeFilter(query.types) ?? unknownType(query.types);
  const passes = createPathFilter(query.globs);
  tally.large = 0;
  const plan = {
    root: query.root,
    wants: ({ name, isDirectory, isSymlink }: DirChild, path: string) =>
      !isDirectory && isSymlink !== true && isOfType(name) && passes(path),
    deadline,
    cancel,
  };
  for await (const batch of walk(fs, plan, tally)) {
    for (const { path } of batch) {
      cancel.throwIfAborted();
      if (deadline.isOver()) tally.timedOut = true;
      if (tally.timedOut) return;
      yield* scanPath(scan, path);
    }
  }
}

async function* scanPath({ fs, query, matcher, tally }: Scan, path: string): AsyncGenerator<ContentFinding> {
  const file = await fs.open(`${query.root === "/" ? "" : query.root}/${path}`).catch(() => undefined);
  if (file === undefined) {
    tally.unreadable += 1;
    return;
  }
  try {
    if (file.size > (query.maxFileBytes ?? Number.POSITIVE_INFINITY)) tally.large = (tally.large ?? 0) + 1;
    else yield* scanFile(query, matcher, { file, path, tally });
  } finally {
    await file.close();
  }
}

function unknownType(types: readonly string[] = []): never {
  const unknown = types.find((type) => !KNOWN_TYPES.includes(type));
  throw new Fault("invalid_input", `Unknown file type "${unknown}".`, {
    hint: `Known types: ${KNOWN_TYPES.join(", ")}; use glob for anything else.`,
  });
}
