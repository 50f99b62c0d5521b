import { describe, expect, it } from "vitest";
import { createMemoryFs, makeContext } from "../src/backends/index.ts";
import type { ToolContext } from "../src/kernel/index.ts";
import { builtinRegistry } from "../src/tools/index.ts";

/** Runs one tool after another in one context, as a session does. */
function workspace(
  files: Readonly<Record<string, string>>,
): (name: string, input: unknown) => Promise<string> {
  const ctx: ToolContext = makeContext({ fs: createMemoryFs(files), cwd: "/w" });
  const box = builtinRegistry().toToolBox(() => ({ ...ctx }), "all");
  return async (name, input) => {
    const { isError, output, result } = await box.runner.run({ id: "1", name, input });
    expect({ isError, output }).toMatchObject({ isError: false });
    return result.content
      .map((block) => (block.kind === "text" ? block.text : JSON.stringify(block)))
      .join("\n");
  };
}

/** The same folder three times over, as nobody but a caller would spell it. */
const SPELLED = "./src/../src/.";

const NOTEBOOK = JSON.stringify({
  nbformat: 4,
  nbformat_minor: 5,
  metadata: {},
  cells: [{ id: "c1", cell_type: "raw", metadata: {}, source: "x" }],
});

const BINARY = "\u007fELF\u0000";

/** One call of every way in which a tool names a path, in its answer or in its complaint. */
const NAMING: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ...["a.ts/x", "none.ts", "bin", "empty"].map((name) => ["read", { path: `${SPELLED}/${name}` }] as const),
  ["read", { path: SPELLED }],
  ["read", { path: `${SPELLED}/a.ts`, offset: 9 }],
  ["read", { path: `${SPELLED}/n.ipynb` }],
  ["write", { path: `${SPELLED}/a.ts`, content: "let a = 2;\n" }],
  ["write", { path: `${SPELLED}/new/b.ts`, content: "" }],
  ["write", { path: `${SPELLED}/a.ts/x`, content: "" }],
  ["write", { path: SPELLED, content: "" }],
  ["edit", { path: `${SPELLED}/a.ts`, oldText: "1", newText: "2" }],
  ["edit", { path: `${SPELLED}/a.ts`, oldText: "nowhere", newText: "2" }],
  ["edit", { path: `${SPELLED}/none.ts`, oldText: "1", newText: "2" }],
  ["edit", { path: `${SPELLED}/bin`, oldText: "1", newText: "2" }],
  ...["", "/a.ts", "/none"].map((name) => ["ls", { path: SPELLED + name }] as const),
  ...["", "/a.ts", "/none"].map((name) => ["find", { path: SPELLED + name, pattern: "zzz" }] as const),
  ...["", "/a.ts", "/none"].map((name) => ["glob", { path: SPELLED + name, pattern: "zzz" }] as const),
  ...["zzz", "let"].map((pattern) => ["grep", { path: SPELLED, pattern }] as const),
  ...["files", "count"].map((mode) => ["grep", { path: SPELLED, pattern: "let", mode }] as const),
  ["grep", { path: `${SPELLED}/a.ts`, pattern: "let" }],
  ["grep", { path: `${SPELLED}/none`, pattern: "let" }],
  ...[
    "Update File: NAME/a.ts\n-let a = 1;\n+b",
    "Update File: NAME/a.ts\n-c\n+b",
    "Update File: NAME/none\n-c\n+b",
  ]
    .concat([
      "Add File: NAME/d/e\n+x",
      "Add File: NAME/a.ts\n+x",
      "Delete File: NAME/a.ts",
      "Delete File: NAME/none",
    ])
    .map((change) => ["patch", { patch: inPatch(change.replace("NAME", SPELLED)) }] as const),
  ["notebook", { path: `${SPELLED}/n.ipynb`, cell: "c1", source: "y" }],
  ["notebook", { path: `${SPELLED}/n.ipynb`, cell: "c2", source: "y" }],
  ["notebook", { path: `${SPELLED}/none.ipynb`, cell: "c1", source: "y" }],
  ["notebook", { path: `${SPELLED}/a.ts`, cell: "c1", source: "y" }],
];

function inPatch(change: string): string {
  return `*** Begin Patch\n*** ${change}\n*** End Patch`;
}

describe("every tool that takes a path", () => {
  it.each(NAMING)("R146: %s names it as the caller spelled it: %j", async (name, input) => {
    const files = { "a.ts": "let a = 1;\n", "n.ipynb": NOTEBOOK, bin: BINARY, empty: "" };
    const paths = Object.entries(files).map(([file, text]) => [`/resolved/src/${file}`, text]);
    const ctx = makeContext({ fs: createMemoryFs(Object.fromEntries(paths)), cwd: "/resolved" });
    const outcome = await builtinRegistry().get(name).invoke({ id: "1", name, input }, ctx);
    const shown = JSON.stringify(outcome.output);
    expect(shown).toContain(SPELLED);
    expect(shown).not.toContain("/resolved");
  });
});

describe("every file and search tool on an in-memory file system", () => {
  it("R156: reads, writes, edits, lists, finds, globs, searches, patches and edits notebooks without a disk", async () => {
    const cell = {
      id: "c1",
      cell_type: "code",
      metadata: {},
      execution_count: null,
      outputs: [],
      source: ["x = 1\n"],
    };
    const notebook = JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }, null, 1);
    const use = workspace({ "/w/src/a.ts": "const one = 1;\n", "/w/n.ipynb": notebook });
    expect(await use("read", { path: "src/a.ts" })).toContain("const one = 1;");
    await use("write", { path: "src/deep/b.ts", content: "const two = 2;\n" });
    await use("edit", { path: "src/a.ts", oldText: "one", newText: "uno" });
    expect(await use("ls", { path: "src" })).toMatch(/deep\//);
    expect(await use("find", { pattern: "*.ts" })).toContain("src/deep/b.ts");
    expect(await use("glob", { pattern: "src/**/*.ts" })).toContain("src/a.ts");
    expect(await use("grep", { pattern: "const \\w+" })).toMatch(/src\/a\.ts:1: const uno = 1;/);
    await use("patch", {
      patch:
        "*** Begin Patch\n*** Update File: src/deep/b.ts\n-const two = 2;\n+const dos = 2;\n*** End Patch",
    });
    expect(await use("read", { path: "src/deep/b.ts" })).toContain("const dos = 2;");
    await use("notebook", { path: "n.ipynb", cell: "c1", source: "x = 2\n" });
    expect(await use("read", { path: "n.ipynb" })).toContain("x = 2");
  });
});
