import { isAbsolute } from "node:path";
import { z } from "zod";
import { defineTool, Fault, reads, textResult } from "../../../kernel/index.ts";
import { inFolder, nameOf } from "../../search/in-folder.ts";
import { listMatches } from "../../search/list-matches.ts";
import { CEILING, DEADLINE_MS } from "../../search/search-limits.ts";

const input = z.strictObject({
  pattern: z
    .string()
    .min(1)
    .max(2_000)
    .describe(
      "Glob over the path below the folder, such as src/**/*.{ts,tsx}; a slash at the end means folders.",
    ),
  path: z.string().min(1).optional().describe("Folder to search; the working directory by default."),
  sort: z.enum(["name", "newest"]).optional().describe("newest puts what changed last first."),
  limit: z.int().positive().optional().describe("How many to show; 500 by default, 5000 at most."),
});

const DEFAULT_LIMIT = 500;

/** Finds files whose path matches a glob. */
export const glob = defineTool({
  name: "glob",
  path: "world.tools.file.glob",
  title: "Match paths by pattern",
  summary: "List files whose path matches a glob such as src/**/*.ts",
  description:
    "List files whose whole path below the searched folder matches a glob: * stays within a folder, ** crosses folders. " +
    "Paths are relative to that folder. Ignored entries, .git, node_modules and .deckhand are left out.",
  input,
  effects: [reads("filesystem")],
  trust: "L0",
  touches: ({ path = "." }) => [{ kind: "path", path, op: "list" }],
  run: ({ pattern, path = ".", sort = "name", limit = DEFAULT_LIMIT }, ctx) =>
    inFolder(ctx, path, async (root) => {
      const globs = [anchored(pattern)];
      const kind = pattern.endsWith("/") ? ("dir" as const) : ("file" as const);
      const query = { root, globs, kind, deadlineMs: DEADLINE_MS };
      const nothing = `No path matches ${JSON.stringify(pattern)} in ${nameOf(path)}.${hintFor(pattern)}`;
      return textResult(await listMatches({ query, limit: Math.min(limit, CEILING), sort, nothing }, ctx));
    }),
});

/** A leading slash makes a glob without any other slash mean the path, not the name. */
function anchored(pattern: string): string {
  if (isAbsolute(pattern)) {
    throw new Fault("invalid_input", `The pattern ${JSON.stringify(pattern)} is an absolute path.`, {
      hint: "Give the folder as path and a pattern below it, such as path=/folder pattern=**/*.ts.",
    });
  }
  return `/${pattern.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "")}`;
}

function hintFor(pattern: string): string {
  return pattern.includes("/") ? "" : ` Use ${JSON.stringify(`**/${pattern}`)} to look in sub-folders too.`;
}
