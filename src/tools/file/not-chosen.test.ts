import { beforeEach, describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import type { DefinedTool, ToolContext, ToolOutcome } from "../../kernel/index.ts";
import { edit } from "./edit/edit.ts";
import { notChosen } from "./not-chosen.ts";
import { notebook } from "./notebook/notebook.ts";
import { patch } from "./patch/patch.ts";

let ctx: ToolContext;

beforeEach(() => {
  ctx = makeContext();
});

async function put(name: string, content: string): Promise<void> {
  await ctx.fs.writeFile(`${ctx.cwd}/${name}`, content);
}

function call(tool: DefinedTool, input: unknown): Promise<ToolOutcome> {
  return tool.invoke({ id: "1", name: tool.name, input }, ctx);
}

function hunk(head: string, ...lines: string[]): string {
  return ["*** Begin Patch", "*** Update File: a.txt", head, ...lines, "*** End Patch"].join("\n");
}

/** What the record is told; a model never is. */
function left({ result, error, output }: ToolOutcome): readonly string[] {
  const told = (result.alternatives ?? []).map(({ what, why }) => `${what}: ${why}`);
  const shown = JSON.stringify([result.content, error, output]);
  expect(shown).not.toContain("% alike");
  for (const { why } of result.alternatives ?? []) expect(shown).not.toContain(why);
  return told;
}

describe("edit tells the record", () => {
  it("R255: every place where oldText stands, when there are several", async () => {
    await put("a.txt", "x = 1\ny = 2\nx = 1\n");
    expect(left(await call(edit, { path: "a.txt", oldText: "x = 1", newText: "x = 2" }))).toEqual([
      "a.txt, line 1: it is not the only place with oldText",
      "a.txt, line 3: it is not the only place with oldText",
    ]);
  });

  it("R255: the places that differ from oldText in whitespace only", async () => {
    await put("a.txt", "a  =  b\nc\na\t=\tb\n");
    expect(left(await call(edit, { path: "a.txt", oldText: "a = b", newText: "z" }))).toEqual([
      "a.txt, line 1: it differs in whitespace from oldText, and is not the only one",
      "a.txt, line 3: it differs in whitespace from oldText, and is not the only one",
    ]);
  });

  it("R255: similar places and how similar they are, when oldText is nowhere", async () => {
    await put("a.txt", `const first = load();\n${"#".repeat(500)}\nconst second = load();\n`);
    const edits = [{ oldText: "const secind = load();", newText: "z" }];
    expect(left(await call(edit, { path: "a.txt", edits }))).toEqual([
      "a.txt, line 3, 95 % alike: edits[0]: it is not what oldText says",
      "a.txt, line 1, 72 % alike: edits[0]: it is not what oldText says",
    ]);
  });

  it("nothing where there was nothing to choose", async () => {
    await put("a.txt", "one\n");
    expect((await call(edit, { path: "a.txt", oldText: "one", newText: "two" })).result).not.toHaveProperty(
      "alternatives",
    );
    expect((await call(edit, { path: "a.txt", oldText: "§§§", newText: "z" })).result).not.toHaveProperty(
      "alternatives",
    );
  });
});

describe("patch tells the record", () => {
  it("R255: where a hunk fits as well, when it was put to one place", async () => {
    await put("a.txt", "one:\n  x\ntwo:\n  x\nthree:\n  x\n");
    const outcome = await call(patch, { patch: hunk("@@ two:", "-  x", "+  y") });
    expect(outcome.isError).toBe(false);
    expect(left(outcome)).toEqual([
      "a.txt, line 2: hunk 1: another place fits what it says better",
      "a.txt, line 6: hunk 1: another place fits what it says better",
    ]);
  });

  it("R255: every place a hunk fits, when none was chosen, and similar ones, when it fits nowhere", async () => {
    await put("a.txt", "x\ny\nx\n");
    expect(left(await call(patch, { patch: hunk("@@", "-x", "+z") }))).toEqual([
      "a.txt, line 1: hunk 1: it is not the only place that fits",
      "a.txt, line 3: hunk 1: it is not the only place that fits",
    ]);
    await put("a.txt", "  first line\nrest\nfirst line x\n");
    expect(left(await call(patch, { patch: hunk("@@", "-first line", "+z") }))).toEqual([
      "a.txt, line 1, 100 % alike: it is not what the hunk says",
    ]);
  });
});

describe("notebook tells the record", () => {
  it("R255: the cells that share an id", async () => {
    const cell = { cell_type: "markdown", id: "same", metadata: {}, source: "" };
    await put(
      "a.ipynb",
      JSON.stringify({ cells: [cell, cell], metadata: {}, nbformat: 4, nbformat_minor: 5 }),
    );
    expect(left(await call(notebook, { path: "a.ipynb", cell: "same", mode: "delete" }))).toEqual([
      "a.ipynb, cell 0: it is not the only cell with this id",
      "a.ipynb, cell 1: it is not the only cell with this id",
    ]);
  });
});

describe("what was not chosen", () => {
  it("is cut and counted where it is long", () => {
    const places = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
    const told = notChosen(places, "why");
    expect(told).toHaveLength(21);
    expect(told.at(-1)).toEqual({ what: "4980 more places", why: "why" });
    expect(notChosen([], "why")).toEqual([]);
  });
});
