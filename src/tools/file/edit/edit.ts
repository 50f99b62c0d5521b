import {
  blocksResult,
  defineTool,
  type ToolContext,
  type ToolResult,
  writes,
} from "../../../kernel/index.ts";
import { loadTextFile, saveSplices, type TextFile } from "../text-file.ts";
import { untilFresh } from "../until-fresh.ts";
import { editDiff } from "./edit-diff.ts";
import { editInput, type WantedEdit, wantedEdits } from "./edit-input.ts";
import { lineList } from "./line-list.ts";
import { type EditPlan, planEdits } from "./plan-edits.ts";
import { linesAt } from "./text-body.ts";

/** Replaces text in a file and leaves every other byte of it as it was. */
export const edit = defineTool({
  name: "edit",
  path: "world.tools.file.edit",
  title: "Edit file",
  summary: "Replace text in a file",
  description:
    "Replace oldText with newText in a file. oldText must be copied from the file and occur exactly once, " +
    "unless replaceAll is set; add surrounding lines to make it unique. Several replacements of one file go " +
    "into edits. Encoding, line endings and everything outside the match stay as they are.",
  input: editInput,
  effects: [writes("filesystem")],
  trust: "L2",
  touches: ({ path }) => [{ kind: "path", path, op: "write" }],
  run: (input, ctx) =>
    untilFresh(ctx, async () => editOnce(ctx, await loadTextFile(ctx, input.path), wantedEdits(input))),
});

async function editOnce(
  ctx: ToolContext,
  file: TextFile,
  wanted: readonly WantedEdit[],
): Promise<ToolResult> {
  const plan = planEdits(file, wanted);
  const { bomBytes } = file.encoding;
  const splices = plan.splices.map(({ start, end, bytes }) => ({
    start: start + bomBytes,
    end: end + bomBytes,
    bytes,
  }));
  const lines = linesAt(
    plan.body,
    plan.splices.map(({ start }) => start),
  );
  const value = { path: file.path, replacements: splices.length, diff: editDiff(file.path, plan, lines) };
  const { change, evidence } = await saveSplices(ctx, file, splices);
  return blocksResult(
    [
      { kind: "text", text: summaryOf(file.path, plan, lines) },
      { kind: "json", value },
    ],
    { changes: [change], evidence: [evidence] },
  );
}

function summaryOf(path: string, { splices }: EditPlan, lines: readonly number[]): string {
  const count = splices.length === 1 ? "1 replacement" : `${splices.length} replacements`;
  const loose = lines.filter((_, index) => splices[index]!.loosely);
  const note =
    loose.length === 0 ? "" : ` The match at ${lineList(loose)} ignored differences in whitespace.`;
  return `Edited ${path}: ${count}, at ${lineList(lines)}.${note}`;
}
