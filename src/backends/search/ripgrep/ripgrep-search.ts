import type { ContentFinding, ContentQuery, Fs, Search } from "../../../kernel/index.ts";
import { startDeadline } from "../deadline.ts";
import { createRun, type RunningTally } from "../search-run.ts";
import { createQuickReach } from "../walk/quick-reach.ts";
import { walkFiles } from "../walk/walk-files.ts";
import { countPassedOver, type PassedOver } from "./count-passed-over.ts";
import { createFileGate, type FileGate } from "./file-gate.ts";
import { createPathReader } from "./path-reader.ts";
import { createRecordReader } from "./record-reader.ts";
import { isFiltered, ripgrepArguments } from "./ripgrep-arguments.ts";
import { ripgrepOutput } from "./ripgrep-output.ts";
import { openSearchRoot } from "./search-root.ts";

/** Searches local files: content with a ripgrep process, names by a quick walk; `fs` decides what may be searched. */
export function createRipgrepSearch(fs: Fs, rgPath: string): Search {
  return {
    content: (query, cancel) => createRun((tally) => findContent(fs, rgPath, query, cancel, tally)),
    files: (query, cancel) => walkFiles(fs, query, cancel, createQuickReach()),
  };
}

async function* findContent(
  fs: Fs,
  rgPath: string,
  query: ContentQuery,
  cancel: AbortSignal,
  tally: RunningTally,
): AsyncGenerator<ContentFinding> {
  const deadline = startDeadline(query.deadlineMs);
  const root = await openSearchRoot(fs, query.root);
  const isFile = root.kind === "file";
  const needsCount = !isFile && isFiltered(query);
  if (!isFile && !needsCount) Object.assign(tally, { large: 0, ignored: 0 });
  const count = (most: number): Promise<PassedOver | undefined> =>
    countPassedOver(fs, query, { most, deadline, cancel }).catch(() => undefined);
  const quickCount = needsCount ? count(SMALL_TREE) : undefined;
  const args = ripgrepArguments(query, root.kind, root.target);
  const gate = createFileGate(root, query.globs ?? [], tally);
  const toFindings = findingsOf(query, gate);
  let hasFound = false;
  try {
    for await (const chunk of ripgrepOutput({ rgPath, args, cwd: root.cwd, deadline, cancel }, tally)) {
      for (const finding of toFindings(chunk)) {
        hasFound = true;
        yield finding;
      }
    }
  } finally {
    gate.close();
    await root.close();
  }
  if (!needsCount) return;
  // Whoever found nothing needs to know why, so then it is worth a walk of any length.
  Object.assign(tally, (await quickCount) ?? (hasFound ? {} : await count(Number.POSITIVE_INFINITY)));
  cancel.throwIfAborted();
}

/** A tree that is counted while ripgrep searches it. */
const SMALL_TREE = 2_000;

type ToFindings = (chunk: Buffer) => ContentFinding[];

function findingsOf(
  { mode, maxLineBytes = Number.POSITIVE_INFINITY }: ContentQuery,
  gate: FileGate,
): ToFindings {
  const reader = mode === "content" ? createRecordReader(maxLineBytes, gate) : createPathReader(mode, gate);
  return (chunk) => reader.read(chunk);
}
