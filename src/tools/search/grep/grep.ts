import {
  type ContentQuery,
  defineTool,
  reads,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { inFolder } from "../in-folder.ts";
import { CEILING, DEADLINE_MS, MAX_FILE_BYTES, MAX_LINE_BYTES } from "../search-limits.ts";
import { grepInput, type GrepInput } from "./grep-input.ts";
import { parseFlags } from "./parse-flags.ts";
import { reportFiles } from "./report-files.ts";
import { reportLines } from "./report-lines.ts";

/** Searches the content of files and leaves evidence of the lines it showed. */
export const grep = defineTool({
  name: "grep",
  path: "world.tools.search.grep",
  title: "Search file contents",
  summary: "Search files for a regular expression, at any depth",
  description:
    "Search file contents for a regular expression, at any depth. Matches are shown as path:line: text, in path order; " +
    "three or fewer bring the lines around them along. Ignored files, .git, node_modules, .deckhand, binary files and files over " +
    "2 MiB are skipped and counted, unless path names them.",
  input: grepInput,
  effects: [reads("filesystem")],
  trust: "L0",
  touches: ({ path = "." }) => [{ kind: "path", path, op: "read" }],
  run: (input, ctx) => inFolder(ctx, input.path ?? ".", (root) => search(input, root, ctx)),
});

const DEFAULT_LIMIT = 200;

function search(input: GrepInput, root: string, ctx: ToolContext): Promise<ToolResult> {
  const query: ContentQuery = {
    root,
    pattern: input.pattern,
    mode: input.mode ?? "content",
    ...parseFlags(input.flags ?? "", input.pattern),
    ...(input.glob === undefined ? {} : { globs: splitGlobs(input.glob) }),
    ...(input.type === undefined ? {} : { types: [input.type] }),
    before: input.before ?? 0,
    after: input.after ?? 0,
    maxFileBytes: MAX_FILE_BYTES,
    maxLineBytes: MAX_LINE_BYTES,
    deadlineMs: DEADLINE_MS,
  };
  const ask = {
    query,
    folder: input.path ?? ".",
    offset: input.offset ?? 0,
    limit: Math.min(input.limit ?? DEFAULT_LIMIT, CEILING),
    bringSurroundings: input.before === undefined && input.after === undefined,
  };
  return query.mode === "content"
    ? reportLines(ask, ctx)
    : reportFiles(ask, ctx).then((text) => textResult(text));
}

/** Commas inside braces belong to the glob. */
function splitGlobs(glob: string): string[] {
  return glob
    .split(/,(?![^{]*\})/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
