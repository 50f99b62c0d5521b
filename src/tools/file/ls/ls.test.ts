import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createMemoryFs, makeContext, makeLocalContext, type MemoryFiles } from "../../../backends/index.ts";
import type { ToolContext, ToolOutcome } from "../../../kernel/index.ts";
import { ls } from "./ls.ts";

function workspace(files: MemoryFiles): ToolContext {
  const absolute = Object.entries(files).map(([path, data]) => [`/ws/${path}`, data] as const);
  return makeContext({
    cwd: "/ws",
    fs: createMemoryFs(Object.fromEntries(absolute), { folders: ["/ws", "/ws/empty"] }),
  });
}

function call(ctx: ToolContext, input: Record<string, unknown>): Promise<ToolOutcome> {
  return ls.invoke({ id: "1", name: "ls", input }, ctx);
}

async function output(ctx: ToolContext, input: Record<string, unknown>): Promise<string> {
  return String((await call(ctx, input)).output);
}

describe("ls", () => {
  it("R183, R332: shows kind, size and name in columns, directories first, then names whatever the case", async () => {
    const ctx = workspace({
      "b.txt": "12345",
      "A.txt": "x".repeat(1200),
      "a.md": "",
      "Zoo/x": "",
      "beta/y": "",
    });
    expect(await output(ctx, {})).toBe(
      [
        ".: 6 entries",
        "dir      -  beta/",
        "dir      -  empty/",
        "dir      -  Zoo/",
        "file     0  a.md",
        "file  1200  A.txt",
        "file     5  b.txt",
      ].join("\n"),
    );
    expect(await output(ctx, { path: "empty" })).toBe("empty: 0 entries");
    expect(await output(ctx, { path: "Zoo" })).toBe("Zoo: 1 entry\nfile  0  x");
  });

  it("R332: hides dot entries and counts them, unless they are asked for", async () => {
    const ctx = workspace({ ".env": "1", ".git/x": "", "a.txt": "" });
    expect(await output(ctx, {})).toBe(
      ".: 2 entries (2 hidden: showHidden=true shows them)\ndir   -  empty/\nfile  0  a.txt",
    );
    const all = await output(ctx, { showHidden: true });
    expect(all).toBe(".: 4 entries\ndir   -  .git/\ndir   -  empty/\nfile  1  .env\nfile  0  a.txt");
  });

  it("hides ignored entries and counts them, unless they are asked for or inside one", async () => {
    const ctx = workspace({ ".gitignore": "out/\n*.log\n", "out/x.log": "", "a.log": "", "b.txt": "" });
    expect(await output(ctx, {})).toContain("2 entries (1 hidden, 2 ignored: showHidden=true shows them)");
    expect(await output(ctx, { showHidden: true })).toContain("a.log");
    expect(await output(ctx, { path: "out" })).toBe("out: 1 entry\nfile  0  x.log");
  });

  it("puts the newest first on request", async () => {
    const fs = createMemoryFs({ "/ws/a": "", "/ws/b": "", "/ws/c/d": "" });
    for (const [path, time] of [
      ["/ws/a", 2],
      ["/ws/b", 3],
      ["/ws/c", 1],
    ] as const)
      await fs.touch(path, time);
    const names = (await output(makeContext({ cwd: "/ws", fs }), { sort: "newest" })).split("\n").slice(1);
    expect(names.map((row) => row.split("  ").at(-1))).toEqual(["b", "a", "c/"]);
  });

  it("keeps the caller's spelling of a path that is missing or no directory", async () => {
    const ctx = workspace({ "src/a.txt": "" });
    expect((await call(ctx, { path: "./scr" })).error).toMatchObject({
      code: "not_found",
      message: "ENOENT: no such file or directory, scandir './scr'",
      hint: "Did you mean src?",
    });
    expect((await call(ctx, { path: "src/a.txt" })).error).toMatchObject({
      message: "ENOTDIR: not a directory, scandir 'src/a.txt'",
      hint: "src/a.txt is not a directory; use read to see it.",
    });
  });

  it("stays within the output budget and says how many are left", async () => {
    const ctx = workspace(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`file-${index}`, ""])),
    );
    const text = await output({ ...ctx, budget: { kind: "middle", maxBytes: 2048 } }, {});
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).toMatch(/^\.: 301 entries\n/);
    expect(text).toMatch(/\[\d+ entries more\. Use find or glob with path=\. to narrow it down\.\]$/);
  });

  it("names links without following them", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "deckhand-ls-"));
    try {
      await mkdir(join(cwd, "real"));
      await writeFile(join(cwd, "a\nb"), "");
      await symlink("real", join(cwd, "linked"));
      await symlink("missing", join(cwd, "broken"));
      expect(await output(makeLocalContext(cwd), {})).toBe(
        ".: 4 entries\ndir   -  real/\nfile  0  a\\nb\nlink  -  broken\nlink  -  linked",
      );
    } finally {
      await rm(cwd, { recursive: true, force: true });
    }
  });
});
