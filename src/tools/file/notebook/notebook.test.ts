import * as fc from "fast-check";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeContext } from "../../../backends/index.ts";
import type { ToolContext, ToolOutcome } from "../../../kernel/index.ts";
import { notebook } from "./notebook.ts";

/** As Jupyter writes it, with numbers that a JSON round trip would spoil. */
const JUPYTER = `{
 "cells": [
  {
   "cell_type": "markdown",
   "id": "intro",
   "metadata": {},
   "source": [
    "# Title\\n",
    "words"
   ]
  },
  {
   "cell_type": "code",
   "execution_count": 7,
   "id": "calc",
   "metadata": {
    "weight": 1.0,
    "big": 12345678901234567890
   },
   "outputs": [
    {
     "name": "stdout",
     "output_type": "stream",
     "text": [
      "2\\n"
     ]
    }
   ],
   "source": [
    "x = 1\\n",
    "print(x + 1)"
   ]
  },
  {
   "cell_type": "raw",
   "id": "7",
   "metadata": {},
   "source": []
  }
 ],
 "metadata": {
  "ratio": 1.50
 },
 "nbformat": 4,
 "nbformat_minor": 5
}
`;

async function contextWith(content: string | Uint8Array, name = "a.ipynb"): Promise<ToolContext> {
  const ctx = makeContext();
  await ctx.fs.writeFile(join(ctx.cwd, name), content);
  return ctx;
}

function call(ctx: ToolContext, input: object): Promise<ToolOutcome> {
  return notebook.invoke({ id: "1", name: "notebook", input: { path: "a.ipynb", ...input } }, ctx);
}

async function changed(content: string, input: object): Promise<string> {
  const ctx = await contextWith(content);
  const outcome = await call(ctx, input);
  expect(outcome.error).toBeUndefined();
  return ctx.fs.readText(join(ctx.cwd, "a.ipynb"));
}

async function refusal(content: string | Uint8Array, input: object): Promise<string> {
  const ctx = await contextWith(content);
  const before = await ctx.fs.readBytes(join(ctx.cwd, "a.ipynb"));
  const { error } = await call(ctx, input);
  expect(await ctx.fs.readBytes(join(ctx.cwd, "a.ipynb"))).toEqual(before);
  return `${error?.code}: ${error?.message} ${error?.hint ?? ""}`;
}

const NEW_CODE = `   "source": [
    "y = 2"
   ]
  },
  {
   "cell_type": "raw"`;

describe("notebook", () => {
  it("replaces a source by id, clears the outputs of code and leaves every other byte as it was", async () => {
    const after = await changed(JUPYTER, { cell: "calc", source: "y = 2" });
    const expected = JUPYTER.replace(/"execution_count": 7/, '"execution_count": null')
      .replace(/"outputs": \[[^]*?\n {3}\],/, '"outputs": [],')
      .replace(/ {3}"source": \[\n {4}"x = 1[^]*?"cell_type": "raw"/, () => NEW_CODE);
    expect(after).toBe(expected);
    expect(after).toContain("12345678901234567890");
  });

  it("tells what it did, and what changed", async () => {
    const ctx = await contextWith(JUPYTER);
    const { result } = await call(ctx, { cell: "calc", source: "x = 1\nprint(x)" });
    expect(result.content).toEqual([
      {
        kind: "text",
        text: "Replaced the source of cell 1 (code, id calc) in a.ipynb. Its outputs and execution count were cleared.",
      },
      {
        kind: "json",
        value: {
          path: "a.ipynb",
          cell: { index: 1, id: "calc", type: "code" },
          cells: 3,
          diff: "@@ -1,2 +1,2 @@\n x = 1\n-print(x + 1)\n\\ No newline at end of file\n+print(x)\n\\ No newline at end of file\n",
        },
      },
    ]);
    expect(result.changes).toMatchObject([{ path: `${ctx.cwd}/a.ipynb`, kind: "update" }]);
    expect(result.evidence).toHaveLength(1);
  });

  it("takes an index from 0, and an id that looks like one first", async () => {
    expect(JSON.parse(await changed(JUPYTER, { cell: 0, source: "hi" })).cells[0].source).toEqual(["hi"]);
    expect(JSON.parse(await changed(JUPYTER, { cell: "1", source: "hi" })).cells[1].source).toEqual(["hi"]);
    expect(JSON.parse(await changed(JUPYTER, { cell: "7", source: "hi" })).cells[2].source).toEqual(["hi"]);
  });

  it("inserts a cell with a fresh id after another, at the start, and into an empty notebook", async () => {
    const after = await changed(JUPYTER, { mode: "insert", cell: "intro", source: "a\nb\n" });
    const { id } = JSON.parse(after).cells[1];
    expect(id).toMatch(/^[a-z0-9]{8}$/);
    const cell = `{
   "cell_type": "code",
   "execution_count": null,
   "id": "${id}",
   "metadata": {},
   "outputs": [],
   "source": [
    "a\\n",
    "b\\n"
   ]
  }`;
    expect(after).toBe(JUPYTER.replace(`"words"\n   ]\n  },`, `"words"\n   ]\n  },\n  ${cell},`));

    const first = JSON.parse(await changed(JUPYTER, { mode: "insert", type: "markdown", source: "m" })).cells;
    expect(first[0]).toEqual({ cell_type: "markdown", id: first[0].id, metadata: {}, source: ["m"] });
    expect(first).toHaveLength(4);
    expect(JSON.parse(await changed(JUPYTER, { mode: "insert", cell: -1 })).cells[0].source).toEqual([]);

    const empty = '{\n "cells": [],\n "metadata": {},\n "nbformat": 4,\n "nbformat_minor": 4\n}\n';
    expect(await changed(empty, { mode: "insert", type: "raw", source: "r" })).toBe(
      empty.replace(
        "[]",
        '[\n  {\n   "cell_type": "raw",\n   "metadata": {},\n   "source": [\n    "r"\n   ]\n  }\n ]',
      ),
    );
  });

  it.each([
    [0, ["calc", "7"]],
    [1, ["intro", "7"]],
    [2, ["intro", "calc"]],
  ])("deletes cell %i and nothing else", async (cell, left) => {
    const after = await changed(JUPYTER, { mode: "delete", cell });
    expect(JSON.parse(after).cells.map(({ id }: { id: string }) => id)).toEqual(left);
    const lines = new Set(JUPYTER.split("\n").map((line) => line.replace(/,$/, "")));
    expect(after.split("\n").filter((line) => !lines.has(line.replace(/,$/, "")))).toEqual([]);
  });

  it("deletes the last cell there is", async () => {
    const one = await changed(JUPYTER, { mode: "delete", cell: 0 });
    const two = await changed(one, { mode: "delete", cell: 1 });
    expect(JSON.parse(await changed(two, { mode: "delete", cell: "calc" })).cells).toEqual([]);
  });

  it("changes the type of a cell with what belongs to it", async () => {
    const markdown = JSON.parse(await changed(JUPYTER, { cell: "calc", type: "markdown" })).cells[1];
    expect(Object.keys(markdown)).toEqual(["cell_type", "id", "metadata", "source"]);
    expect(await changed(JUPYTER, { cell: "calc", type: "markdown" })).toContain(
      '"big": 12345678901234567890',
    );
    const code = JSON.parse(await changed(JUPYTER, { cell: "intro", type: "code", source: "1" })).cells[0];
    expect(code).toEqual({
      cell_type: "code",
      execution_count: null,
      id: "intro",
      metadata: {},
      outputs: [],
      source: ["1"],
    });
  });

  it.each([
    ["one line", (text: string) => JSON.stringify(JSON.parse(text))],
    ["CRLF", (text: string) => text.replaceAll("\n", "\r\n")],
    ["tabs", (text: string) => JSON.stringify(JSON.parse(text), null, "\t")],
    ["sources in one string", (text: string) => withSourceStrings(text)],
    ["a byte order mark", (text: string) => `\u{feff}${text}`],
  ])("keeps the style of a notebook in %s", async (_, restyle) => {
    const before = restyle(JUPYTER);
    const replaced = await changed(before, { cell: "intro", source: "# Other\nwords" });
    const spelledAs = /"# Title\\n"/.test(before) ? ["# Title\\n", "# Other\\n"] : ["# Title", "# Other"];
    expect(replaced).toBe(before.replace(spelledAs[0]!, spelledAs[1]!));
    const inserted = await changed(before, { mode: "insert", cell: "intro", type: "raw", source: "a\nb" });
    const id = /"id": ?"([0-9a-f]{8})"/.exec(inserted)?.[1];
    const removed = await changed(inserted, { mode: "delete", cell: id });
    expect(removed).toBe(before);
    expect(await changed(before, { mode: "insert", type: "raw", source: "a\nb" })).toHaveLength(
      inserted.length,
    );
  });

  it.each([
    [
      "an unknown id",
      { cell: "clac", source: "x" },
      /not_found: .*no cell "clac".*0: intro \(markdown\), 1: calc/,
    ],
    ["an index past the end", { cell: 3, source: "x" }, /not_found: a.ipynb has no cell 3/],
    ["a negative index", { cell: -1, source: "x" }, /not_found/],
    ["no cell", { source: "x" }, /invalid_input: mode=replace needs the id or the index/],
    ["no cell to delete", { mode: "delete" }, /invalid_input: mode=delete needs/],
    ["nothing to replace", { cell: 0 }, /needs source, type or both/],
    [
      "the same source",
      { cell: 0, source: "# Title\nwords" },
      /has this source and type in cell 0 \(markdown, id \w+\) already/,
    ],
    ["an unknown mode", { cell: 0, mode: "append" }, /invalid_input/],
    ["an unknown type", { cell: 0, type: "sql" }, /invalid_input/],
    [
      "a missing file",
      { path: "b.ipynb", cell: 0, source: "x" },
      /not_found: ENOENT.*'b.ipynb' Did you mean a.ipynb/,
    ],
  ])("refuses %s", async (_, input, message) => {
    expect(await refusal(JUPYTER, input)).toMatch(message);
  });

  it.each([
    ["text that is not JSON", "print(1)", /line 1 is not valid JSON/],
    ["broken JSON", JUPYTER.replace('],\n   "source"', ']\n   "source"'), /line \d+ is not valid JSON/],
    ["comments", `// hi\n${JUPYTER}`, /not valid JSON/],
    ["an empty file", "", /not valid JSON|not a JSON object/],
    ["a list", "[]", /not a JSON object/],
    ["other JSON", '{"a": 1}', /no number "nbformat"/],
    ["format 3", '{"nbformat": 3, "worksheets": []}', /notebook format 3; only format 4 .*nbconvert/],
    ["no cells", '{"nbformat": 4}', /no list "cells"/],
    ["a cell without a source", '{"nbformat": 4, "cells": [{"cell_type": "raw"}]}', /cell 0 has no/],
    [
      "a source of numbers",
      '{"nbformat": 4, "cells": [{"cell_type": "raw", "source": [1]}]}',
      /cell 0 has no/,
    ],
    ["a cell that is no object", '{"nbformat": 4, "cells": [1]}', /cell 0 has no/],
    ["brackets without end", "[".repeat(200_000), /nested too deep|not valid JSON/],
    ["a repeated id", JUPYTER.replace('"id": "7"', '"id": "calc"'), /2 cells with the id "calc".*1, 2/],
    ["broken bytes", Buffer.from(JUPYTER.replace("words", "w\u00ff"), "latin1"), /not valid UTF-8/],
  ])("refuses a notebook with %s", async (_, content, message) => {
    expect(await refusal(content, { cell: "calc", source: "x" })).toMatch(message);
  });

  it("never loses one of many parallel edits by id", async () => {
    const ctx = await contextWith(JUPYTER);
    const outcomes = await Promise.all([
      call(ctx, { cell: "intro", source: "A" }),
      call(ctx, { cell: "calc", source: "B" }),
      call(ctx, { cell: "7", source: "C" }),
    ]);
    expect(outcomes.map(({ isError }) => isError)).toEqual([false, false, false]);
    const { cells } = JSON.parse(await ctx.fs.readText(`${ctx.cwd}/a.ipynb`));
    expect(cells.map(({ source }: { source: string[] }) => source.join(""))).toEqual(["A", "B", "C"]);
  });

  it("writes any source so that it reads back as it was", async () => {
    const source = fc.string({ unit: "binary" }).map((text) => text.replaceAll(/\p{Surrogate}/gu, ""));
    await fc.assert(
      fc.asyncProperty(
        source,
        fc.integer({ min: 0, max: 2 }),
        fc.constantFrom("replace", "insert"),
        async (text, cell, mode) => {
          fc.pre(text !== "");
          const before = JSON.parse(JUPYTER).cells;
          const after = JSON.parse(await changed(JUPYTER, { cell, source: text, mode })).cells;
          const at = mode === "insert" ? cell + 1 : cell;
          expect(after[at].source.join("")).toBe(text);
          before.splice(at, mode === "insert" ? 0 : 1, after[at]);
          expect(after).toEqual(before);
        },
      ),
    );
  });

  it("declares what it is and what it touches", async () => {
    expect(notebook).toMatchObject({
      path: "world.tools.file.notebook",
      title: "Edit notebook",
      trust: "L2",
    });
    expect(await notebook.touches({ path: "a.ipynb", cell: 0, source: "" })).toEqual([
      { kind: "path", path: "a.ipynb", op: "write" },
    ]);
  });
});

function withSourceStrings(text: string): string {
  const parsed = JSON.parse(text.replace("12345678901234567890", "1"));
  for (const cell of parsed.cells) cell.source = cell.source.join("");
  return JSON.stringify(parsed, null, 1);
}
