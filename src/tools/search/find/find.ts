import { z } from "zod";
import { defineTool, reads, textResult } from "../../../kernel/index.ts";
import { inFolder, nameOf } from "../in-folder.ts";
import { listMatches } from "../list-matches.ts";
import { CEILING, DEADLINE_MS } from "../search-limits.ts";
import { namePattern } from "./name-pattern.ts";

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(1_000)
    .describe("Part of a name, or a name with * and ? (*.ts); case is ignored."),
  path: z.string().min(1).optional().describe("Folder to search; the working directory by default."),
  kind: z.enum(["file", "dir"]).optional().describe("Only files or only folders; both by default."),
  sort: z.enum(["name", "newest"]).optional().describe("newest puts what changed last first."),
  limit: z.int().positive().optional().describe("How many to show; 500 by default, 5000 at most."),
});

const DEFAULT_LIMIT = 500;

/** Finds files and folders by name. */
export const find = defineTool({
  name: "find",
  path: "world.tools.search.find",
  title: "Find files by name",
  summary: "Find files and folders by name, at any depth",
  description:
    "Find files and folders by name, at any depth; paths are relative to the searched folder, folders end in a slash. " +
    "Ignored entries, .git, node_modules and .deckhand are left out. To match whole paths, use glob.",
  input,
  effects: [reads("filesystem")],
  trust: "L0",
  touches: ({ path = "." }) => [{ kind: "path", path, op: "list" }],
  run: ({ pattern, path = ".", kind, sort = "name", limit = DEFAULT_LIMIT }, ctx) =>
    inFolder(ctx, path, async (root) => {
      const name = namePattern(pattern);
      const query = { root, name, deadlineMs: DEADLINE_MS, ...(kind === undefined ? {} : { kind }) };
      const nothing = `Nothing named ${JSON.stringify(pattern)} in ${nameOf(path)}.${hintFor(pattern)}`;
      return textResult(await listMatches({ query, limit: Math.min(limit, CEILING), sort, nothing }, ctx));
    }),
});

function hintFor(pattern: string): string {
  return pattern.includes("/") ? " Names have no slash; use glob to match paths." : "";
}
