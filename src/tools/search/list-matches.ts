import type { FileFinding, FileQuery, ToolContext } from "../../kernel/index.ts";
import { inBatches } from "./in-batches.ts";
import { showPath } from "./in-folder.ts";
import { roomFor } from "./search-limits.ts";
import { tallyNotes, withNotes } from "./tally-notes.ts";
import { withProgress } from "./with-progress.ts";

/** How a list of names is put together. */
export interface ListRequest {
  readonly query: FileQuery;
  readonly limit: number;
  readonly sort: "name" | "newest";
  /** What to say when nothing matches. */
  readonly nothing: string;
}

/** Lists entries that match, one path per line, folders with a slash; then what should be known beside them. */
export async function listMatches(request: ListRequest, ctx: ToolContext): Promise<string> {
  const { query, limit, sort, nothing } = request;
  const run = ctx.search.files(query, ctx.cancel);
  const collect = sort === "newest" ? newest : first;
  const entries = await withProgress(ctx, () => collect(run, limit + 1, query.root, ctx));
  if (entries.length === 0) return withNotes(nothing, tallyNotes(run.tally()));
  const rows = fitting(entries.slice(0, limit).map(rowOf), roomFor(ctx.budget.maxBytes));
  const isCut = rows.length < entries.length;
  const notes = isCut
    ? [
        `The ${sort === "newest" ? "newest" : "first"} ${rows.length} shown, more match. Narrow the pattern or path, or raise limit.`,
      ]
    : [];
  return withNotes(rows.join("\n"), [...notes, ...tallyNotes(run.tally())]);
}

async function first(entries: AsyncIterable<FileFinding>, count: number): Promise<FileFinding[]> {
  const found: FileFinding[] = [];
  for await (const entry of entries) {
    found.push(entry);
    if (found.length >= count) break;
  }
  return found;
}

/** Entries whose time is asked for together. */
const AT_ONCE = 64;

/** Keeps only the newest at any moment, so that memory does not grow with what matches. */
async function newest(
  entries: AsyncIterable<FileFinding>,
  count: number,
  root: string,
  ctx: ToolContext,
): Promise<FileFinding[]> {
  let kept: Dated[] = [];
  let waiting: FileFinding[] = [];
  const settle = async (): Promise<void> => {
    const dated = await inBatches(waiting, AT_ONCE, (entry) => dateOf(entry, root, ctx));
    kept = [...kept, ...dated].toSorted((a, b) => b.modifiedMs - a.modifiedMs).slice(0, count);
    waiting = [];
  };
  for await (const entry of entries) {
    waiting.push(entry);
    if (waiting.length >= Math.max(AT_ONCE, count)) await settle();
  }
  await settle();
  return kept.map(({ entry }) => entry);
}

interface Dated {
  readonly entry: FileFinding;
  readonly modifiedMs: number;
}

async function dateOf(entry: FileFinding, root: string, ctx: ToolContext): Promise<Dated> {
  const stat = await ctx.fs.stat(`${root === "/" ? "" : root}/${entry.path}`).catch(() => undefined);
  return { entry, modifiedMs: stat?.modifiedMs ?? 0 };
}

function rowOf({ path, isDirectory }: FileFinding): string {
  return showPath(isDirectory ? `${path}/` : path);
}

/** As many rows as there is room for, and at least one. */
function fitting(rows: readonly string[], room: number): string[] {
  let bytes = 0;
  return rows.filter((row, index) => {
    bytes += Buffer.byteLength(row) + 1;
    return index === 0 || bytes <= room;
  });
}
