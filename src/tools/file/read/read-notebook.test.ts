import { expect, it } from "vitest";
import { png } from "../../../../test/png.ts";
import { createMemoryFs, makeContext } from "../../../backends/index.ts";
import { digestOf, STANDARD_BUDGET, type ToolOutcome } from "../../../kernel/index.ts";
import { read } from "./read.ts";

function readNotebook(
  content: unknown,
  input: Record<string, unknown> = {},
  maxBytes = STANDARD_BUDGET.maxBytes,
): Promise<ToolOutcome> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const ctx = makeContext({
    cwd: "/ws",
    fs: createMemoryFs({ "/ws/n.ipynb": text }),
    budget: { kind: "middle", maxBytes },
  });
  return read.invoke({ id: "1", name: "read", input: { path: "n.ipynb", ...input } }, ctx);
}

const picture = png(2, 3).toString("base64");

const metadata = { language_info: { name: "python" } };
const markdown = { cell_type: "markdown", id: "intro", metadata: {}, source: ["# Title\n", "words"] };
const code = {
  cell_type: "code",
  id: "c1",
  metadata: {},
  execution_count: 3,
  source: "print('hi')",
  outputs: [{ output_type: "stream", name: "stdout", text: ["hi\n"] }],
};

it("R146: shows cells with their number, kind and id, sources and outputs", async () => {
  const { output } = await readNotebook({
    cells: [markdown, code],
    metadata,
    nbformat: 4,
    nbformat_minor: 5,
  });
  expect(output).toBe(
    [
      "n.ipynb as a view of its cells; line numbers are those of the view.",
      "Showing lines 1–10 of 10",
      "     1\tNotebook with 2 cells, python",
      "     2\t",
      "     3\t=== cell 0: markdown, id intro ===",
      "     4\t# Title",
      "     5\twords",
      "     6\t",
      "     7\t=== cell 1: code, id c1, run 3 ===",
      "     8\tprint('hi')",
      "     9\t--- stdout ---",
      "    10\thi",
    ].join("\n"),
  );
});

it("shows pictures of outputs as pictures, names other forms and shortens what is long", async () => {
  const data = { "image/png": picture, "text/html": "<b>x</b>", "text/plain": ["<Figure>"] };
  const broken = { "image/png": "AAAA" };
  const outputs = [
    { output_type: "display_data", data, metadata: {} },
    { output_type: "display_data", data: broken, metadata: {} },
    { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[31mTrace\u001b[0m", "E: v"] },
    { output_type: "stream", name: "stdout", text: `begin${"x".repeat(5000)}end` },
  ];
  const { result } = await readNotebook({ cells: [{ ...code, outputs }], metadata });
  const [text, ...images] = result.content;
  expect(images).toEqual([{ kind: "image", mediaType: "image/png", data: picture }]);
  for (const part of [
    "[picture 1: image/png]",
    "[text/html, not shown]",
    "<Figure>",
    "[image/png, not shown]",
    "Trace",
    "E: v",
    "begin",
    "[… 3008 characters of output left out …]",
    "end",
  ]) {
    expect(text).toMatchObject({ text: expect.stringContaining(part) });
  }
});

it("attaches the pictures of the lines it shows, a few at once", async () => {
  const outputs = [{ output_type: "display_data", data: { "image/png": picture }, metadata: {} }];
  const cells = Array.from({ length: 6 }, () => ({ ...code, outputs }));
  const all = (await readNotebook({ cells, metadata })).result.content;
  expect(all.filter(({ kind }) => kind === "image")).toHaveLength(4);
  expect(all[0]).toMatchObject({ text: expect.stringContaining("\nOnly 4 pictures are attached.") });
  const late = (await readNotebook({ cells, metadata }, { offset: -5 })).result.content;
  expect(late[0]).toMatchObject({ text: expect.stringMatching(/\[picture 6: image\/png\]$/) });
  expect(late).toHaveLength(2);
  expect((await readNotebook({ cells, metadata }, { limit: 4 })).result.content).toHaveLength(1);
});

it("does not repeat cells that have not changed, unless asked to", async () => {
  const notebook = JSON.stringify({ cells: [markdown, code], metadata });
  const ctx = makeContext({ cwd: "/ws", fs: createMemoryFs({ "/ws/n.ipynb": notebook }) });
  const again = async (input: object = {}): Promise<unknown> =>
    (await read.invoke({ id: "1", name: "read", input: { path: "n.ipynb", ...input } }, ctx)).output;
  const first = await again();
  expect(await again()).toBe(
    "Unchanged since you read it: n.ipynb.\nUse again=true to see its cells once more.",
  );
  expect(await again({ again: true })).toBe(first);
  await ctx.fs.writeFile("/ws/n.ipynb", notebook.replace("words", "other words"));
  expect(await again()).toContain("other words");
});

it("shows cells although ids, counts or the kernel are spelled wrong", async () => {
  const cells = [{ ...code, id: null, execution_count: "3" }];
  const { output } = await readNotebook({ cells, metadata: { kernelspec: null } });
  expect(output).toContain("     3\t=== cell 0: code ===\n     4\tprint('hi')");
});

it("proves the whole file only when nothing was shortened, and nothing when cells are missing", async () => {
  const notebook = { cells: [markdown, code], metadata };
  const digest = digestOf(Buffer.from(JSON.stringify(notebook)));
  expect((await readNotebook(notebook)).result.evidence).toMatchObject([
    { whole: digest, ranges: [{ start: 0, digest }] },
  ]);
  const long = { ...code, outputs: [{ output_type: "stream", name: "stdout", text: "x".repeat(5000) }] };
  const [evidence] = (await readNotebook({ cells: [long], metadata })).result.evidence ?? [];
  expect(evidence?.ranges).toHaveLength(1);
  expect(evidence).not.toHaveProperty("whole");
  expect((await readNotebook(notebook, { limit: 4 })).result.evidence).toEqual([]);
});

it("a long notebook is read on by offset", async () => {
  const cells = Array.from({ length: 200 }, (_, index) => ({ ...markdown, id: `m${index}` }));
  const output = String((await readNotebook({ cells, metadata }, {}, 2000)).output);
  const [, next] = /Use offset=(\d+) to continue\.$/.exec(output) ?? [];
  expect((await readNotebook({ cells, metadata }, { offset: Number(next), limit: 1 })).output).toContain(
    `Showing lines ${next}–${next}`,
  );
});

it.each(["{ not json", "[1, 2]", '{"cells": 5}', '{"worksheets": []}'])(
  "what only looks like a notebook is text: %s",
  async (content) => {
    expect((await readNotebook(content)).output).toBe(`Showing lines 1–1 of 1\n     1\t${content}`);
  },
);
