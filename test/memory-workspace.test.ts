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
