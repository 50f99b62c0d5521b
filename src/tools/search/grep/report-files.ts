import type { FileMatch, ToolContext } from "../../../kernel/index.ts";
import { nameOf, pathBelow } from "../in-folder.ts";
import { roomFor } from "../search-limits.ts";
import { counted, tallyNotes, withNotes } from "../tally-notes.ts";
import { withProgress } from "../with-progress.ts";
import type { GrepRequest } from "./report-lines.ts";

/** Reports the files that match, one per line, with how often in `count` mode. */
export async function reportFiles(request: GrepRequest, ctx: ToolContext): Promise<string> {
  const { query, folder, offset, limit } = request;
  const run = ctx.search.content(query, ctx.cancel);
  const room = roomFor(ctx.budget.maxBytes);
  const rows: string[] = [];
  let [seen, bytes, matches, hasMore] = [0, 0, 0, false];
  const collect = async (): Promise<void> => {
    for await (const finding of run) {
      if (finding.kind !== "file") continue;
      seen += 1;
      if (seen <= offset) continue;
      const row = rowOf(folder, finding);
      bytes += Buffer.byteLength(row) + 1;
      hasMore = rows.length >= limit || (rows.length > 0 && bytes > room);
      if (hasMore) return;
      rows.push(row);
      matches += finding.matches ?? 0;
    }
  };
  await withProgress(ctx, collect);
  const next = offset + rows.length;
  const notes = [
    ...(hasMore ? [`Files ${offset + 1}–${next} shown, more follow. Use offset=${next} to continue.`] : []),
    ...(query.mode === "count" && rows.length > 0 ? [`${matches} in ${counted(rows.length, "file")}.`] : []),
    ...tallyNotes(run.tally()),
  ];
  const nothing = `No files match ${JSON.stringify(query.pattern)} in ${nameOf(folder)}${offset > 0 ? ` after the first ${offset}` : ""}.`;
  return withNotes(rows.length === 0 ? nothing : rows.join("\n"), notes);
}

function rowOf(folder: string, { path, matches }: FileMatch): string {
  const shown = pathBelow(folder, path);
  return matches === undefined ? shown : `${shown}: ${matches}`;
}
