import {
  type ContentQuery,
  type LineFinding,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { nameOf } from "../in-folder.ts";
import { roomFor } from "../search-limits.ts";
import { tallyNotes, withNotes } from "../tally-notes.ts";
import { withProgress } from "../with-progress.ts";
import { collectLines, type LinePage } from "./collect-lines.ts";
import { createSeenLines, type SeenLines } from "./seen-lines.ts";
import { showLine, showLines } from "./show-lines.ts";
import { withSurroundings } from "./surroundings.ts";

/** A search and which part of its findings to report. */
export interface GrepRequest {
  readonly query: ContentQuery;
  /** The root in the caller's spelling. */
  readonly folder: string;
  readonly offset: number;
  readonly limit: number;
  /** Whether few matches bring the lines around them along. */
  readonly bringSurroundings: boolean;
}

/** So few matches are worth their surroundings. */
const FEW = 3;

/** Reports matching lines, with evidence of what was shown. */
export async function reportLines(request: GrepRequest, ctx: ToolContext): Promise<ToolResult> {
  const { query, folder, offset, limit, bringSurroundings } = request;
  const { before = 0, after = 0, root } = query;
  const run = ctx.search.content(query, ctx.cancel);
  const separator = before + after > 0 ? "\n--\n" : "\n";
  const sizeOf = (line: LineFinding): number => Buffer.byteLength(showLine(folder, line)) + separator.length;
  const seen = createSeenLines(ctx.fs, root);
  const room = roomFor(ctx.budget.maxBytes);
  const page = await withProgress(ctx, () =>
    collectLines(run, { offset, limit, before, after, room, sizeOf, onLine: (line) => seen.add(line) }),
  );
  const notes = [...pageNotes(page, offset), ...tallyNotes(run.tally())];
  if (page.hits === 0) return textResult(withNotes(nothing(request), notes));
  const isFew = bringSurroundings && !page.hasMore && offset === 0 && page.hits <= FEW;
  const fuller = isFew ? await tryFuller(page.lines, request, ctx) : undefined;
  const text = fuller?.text ?? showLines(folder, page.lines, before + after > 0);
  const evidence = await (fuller?.seen ?? seen).finish();
  return textResult(withNotes(text, notes), { evidence });
}

/** Few matches with what surrounds them, if there is room for it. */
async function tryFuller(
  hits: readonly LineFinding[],
  { query, folder }: GrepRequest,
  ctx: ToolContext,
): Promise<{ text: string; seen: SeenLines } | undefined> {
  const lines = await withSurroundings(ctx.fs, query.root, hits);
  const text = showLines(folder, lines, true);
  if (Buffer.byteLength(text) > roomFor(ctx.budget.maxBytes)) return undefined;
  const seen = createSeenLines(ctx.fs, query.root);
  for (const line of lines) seen.add(line);
  return { text, seen };
}

function pageNotes({ hits, hasMore }: LinePage, offset: number): string[] {
  if (!hasMore) return [];
  const next = offset + hits;
  return [`Matches ${offset + 1}–${next} shown, more follow. Use offset=${next} to continue.`];
}

function nothing({ query, folder, offset }: GrepRequest): string {
  const more = offset > 0 ? ` after the first ${offset}` : "";
  return `No matches for ${JSON.stringify(query.pattern)} in ${nameOf(folder)}${more}.`;
}
