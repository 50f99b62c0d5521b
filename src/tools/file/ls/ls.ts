import { z } from "zod";
import { type DirChild, defineTool, reads, textResult, type ToolContext } from "../../../kernel/index.ts";
import { inFolder } from "../../search/in-folder.ts";
import { roomFor } from "../../search/search-limits.ts";
import { counted, withNotes } from "../../search/tally-notes.ts";
import { lookAt, mostRows, showRows, sortChildren, sortNewest } from "./rows.ts";

const input = z.strictObject({
  path: z.string().min(1).optional().describe("Folder to list; the working directory by default."),
  showHidden: z.boolean().optional().describe("Also show names that begin with a dot and ignored entries."),
  sort: z.enum(["name", "newest"]).optional().describe("newest puts what changed last first."),
});

/** Lists one folder. */
export const ls = defineTool({
  name: "ls",
  path: "world.tools.file.ls",
  title: "List directory",
  summary: "List a directory with kinds and sizes",
  description:
    "List one directory: kind, size in bytes and name, directories first. Names that begin with a dot and entries " +
    "hidden by ignore rules are counted but shown only with showHidden=true.",
  input,
  effects: [reads("filesystem")],
  trust: "L0",
  touches: ({ path = "." }) => [{ kind: "path", path, op: "list" }],
  run: ({ path = ".", showHidden = false, sort = "name" }, ctx) =>
    inFolder(ctx, path, async (root) => {
      const children = await ctx.fs.readdir(root);
      const { shown, dots, ignored } = await sift(children, showHidden, root, ctx);
      const room = roomFor(ctx.budget.maxBytes);
      const rows =
        sort === "newest"
          ? sortNewest(await lookAt(shown, root, ctx.fs))
          : await lookAt(sortChildren(shown).slice(0, mostRows(room)), root, ctx.fs);
      const { text, count } = showRows(rows, room);
      const left = shown.length - count;
      const notes =
        left > 0
          ? [
              `${counted(left, "entry", "entries")} more. Use find or glob with path=${path} to narrow it down.`,
            ]
          : [];
      const listing = [headerOf(path, shown.length, { dots, ignored }), text]
        .filter((part) => part !== "")
        .join("\n");
      return textResult(withNotes(listing, notes));
    }),
});

interface Sifted {
  readonly shown: readonly DirChild[];
  readonly dots: number;
  readonly ignored: number;
}

async function sift(
  children: readonly DirChild[],
  showHidden: boolean,
  root: string,
  ctx: ToolContext,
): Promise<Sifted> {
  if (showHidden) return { shown: children, dots: 0, ignored: 0 };
  const plain = children.filter(({ name }) => !name.startsWith("."));
  const visible = new Set<string>();
  for await (const { path } of ctx.search.files({ root, depth: 1 }, ctx.cancel)) visible.add(path);
  const shown = plain.filter(({ name }) => visible.has(name));
  return { shown, dots: children.length - plain.length, ignored: plain.length - shown.length };
}

function headerOf(path: string, count: number, hidden: { dots: number; ignored: number }): string {
  const parts = [
    hidden.dots > 0 ? `${hidden.dots} hidden` : "",
    hidden.ignored > 0 ? `${hidden.ignored} ignored` : "",
  ].filter((part) => part !== "");
  const more = parts.length === 0 ? "" : ` (${parts.join(", ")}: showHidden=true shows them)`;
  return `${path}: ${counted(count, "entry", "entries")}${more}`;
}
