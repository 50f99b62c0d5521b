import { isUtf8 } from "node:buffer";
import {
  blocksResult,
  defineTool,
  Fault,
  type ToolContext,
  type ToolResult,
  writes,
} from "../../../kernel/index.ts";
import { renderUnifiedDiff } from "../diff/render-unified-diff.ts";
import { textBodyOf } from "../edit/text-body.ts";
import { withNearNames } from "../with-near-names.ts";
import { loadTextFile, saveSplices, type TextFile } from "../text-file.ts";
import { untilFresh } from "../until-fresh.ts";
import { type NotebookInput, notebookInput } from "./notebook-input.ts";
import { type Cell, parseNotebook } from "./parse-notebook.ts";
import { planChange } from "./plan-change.ts";

/** Changes one cell of a Jupyter notebook and leaves every other byte of it as it was. */
export const notebook = defineTool({
  name: "notebook",
  path: "world.tools.file.notebook",
  title: "Edit notebook",
  summary: "Replace, insert or delete a cell of a notebook",
  description:
    "Replace, insert or delete one cell of a Jupyter notebook, named by its id or its index from 0 as read shows " +
    "them. Replacing the source of a code cell clears its outputs and execution count. Everything else in the " +
    "file stays as it is.",
  input: notebookInput,
  effects: [writes("filesystem")],
  trust: "L2",
  touches: ({ path }) => [{ kind: "path", path, op: "write" }],
  run: (wanted, ctx) => {
    const meansTheSame = createMeaningCheck(wanted.path);
    return untilFresh(ctx, () => change(ctx, wanted, meansTheSame));
  },
});

type CheckMeaning = (cell: Cell | undefined) => void;

/** When the file changed meanwhile, an index may mean another cell than the one the caller saw. */
function createMeaningCheck(path: string): CheckMeaning {
  let first: string | undefined;
  return (cell) => {
    const meaning = JSON.stringify([cell?.id, cell?.source]);
    first ??= meaning;
    if (meaning === first) return;
    throw new Fault("tool_error", `${path} and the cell changed meanwhile; nothing was written.`, {
      hint: "Read it again and repeat the call.",
    });
  };
}

async function change(ctx: ToolContext, wanted: NotebookInput, check: CheckMeaning): Promise<ToolResult> {
  const { path } = wanted;
  const file = await withNearNames(ctx, path, () => loadTextFile(ctx, path));
  refuseOtherEncodings(file);
  const { text, byteAt } = textBodyOf(file).map();
  const plan = planChange(await parseNotebook(path, text), wanted);
  check(plan.named);
  const { bomBytes } = file.encoding;
  const splices = plan.edits.map(({ start, end, text: added }) => ({
    start: bomBytes + byteAt(start),
    end: bomBytes + byteAt(end),
    bytes: file.codec.encode(added),
  }));
  const { change: changed, evidence } = await saveSplices(ctx, file, splices);
  const diff = renderUnifiedDiff(plan.before, plan.after);
  return blocksResult(
    [
      { kind: "text", text: plan.summary },
      { kind: "json", value: { path, cell: plan.cell, cells: plan.cells, diff } },
    ],
    { changes: [changed], evidence: [evidence] },
  );
}

function refuseOtherEncodings({ path, bytes }: TextFile): void {
  if (isUtf8(bytes)) return;
  throw new Fault("tool_error", `${path} is not a notebook that can be edited: it is not valid UTF-8.`);
}
