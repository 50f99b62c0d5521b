import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createMemoryFs, makeContext, makeLocalContext } from "../../../backends/index.ts";
import type { Search, ToolContext, ToolOutcome } from "../../../kernel/index.ts";
import { find } from "./find.ts";

let cwd = "";

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "deckhand-find-"));
});

afterEach(async () => {
  await rm(cwd, { recursive: true, force: true });
});

async function local(paths: readonly string[]): Promise<ToolContext> {
  for (const path of paths) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    if (path.endsWith("/")) await mkdir(join(cwd, path), { recursive: true });
    else await writeFile(join(cwd, path), "");
  }
  return makeLocalContext(cwd);
}

async function memory(paths: readonly string[]): Promise<ToolContext> {
  const fs = createMemoryFs({}, { folders: ["/ws"] });
  for (const path of paths) {
    await fs.mkdir(dirname(`/ws/${path}`));
    if (path.endsWith("/")) await fs.mkdir(`/ws/${path}`);
    else await fs.writeFile(`/ws/${path}`, "");
  }
  return makeContext({ cwd: "/ws", fs });
}

function call(ctx: ToolContext, input: Record<string, unknown>): Promise<ToolOutcome> {
  return find.invoke({ id: "1", name: "find", input }, ctx);
}

async function output(ctx: ToolContext, input: Record<string, unknown>): Promise<string> {
  return String((await call(ctx, input)).output);
}

describe.each([
  ["on this machine", local],
  ["in memory", memory],
] as const)("find %s", (_name, workspace) => {
  it("R186, R334: a pattern with * or ? is an anchored glob on the name, whatever the case", async () => {
    const ctx = await workspace(["foo.ts", "a/b/Bar.TS", "a/foo.tsx", "a/ts", "a/xfoo.ts/y"]);
    expect(await output(ctx, { pattern: "*.ts" })).toBe("a/b/Bar.TS\na/xfoo.ts/\nfoo.ts");
    expect(await output(ctx, { pattern: "?oo.ts*" })).toBe("a/foo.tsx\nfoo.ts");
    expect(await output(ctx, { pattern: "**/FOO.*" })).toBe("a/foo.tsx\nfoo.ts");
  });

  it("R334: any other pattern is a part of the name, whatever the case; results are relative to the root", async () => {
    const ctx = await workspace(["src/Readme.md", "src/x/README", "src/read/y.txt", "other/readme"]);
    expect(await output(ctx, { pattern: "README", path: "src" })).toBe("Readme.md\nx/README");
    expect(await output(ctx, { pattern: ".m", path: "src" })).toBe("Readme.md");
    expect(await output(ctx, { pattern: "[", path: "src" })).toBe('Nothing named "[" in src.');
  });

  it("R186: kind keeps files or folders only, also empty folders", async () => {
    const ctx = await workspace(["lib/", "lib.txt", "a/lib/x", "a/libs"]);
    expect(await output(ctx, { pattern: "lib", kind: "dir" })).toBe("a/lib/\nlib/");
    expect(await output(ctx, { pattern: "lib", kind: "file" })).toBe("a/libs\nlib.txt");
    expect(await output(ctx, { pattern: "lib" })).toBe("a/lib/\na/libs\nlib/\nlib.txt");
  });

  it("R334: shows 500 by default and says that more match", async () => {
    const ctx = await workspace(
      Array.from({ length: 502 }, (_, index) => `d/f${String(index).padStart(3, "0")}`),
    );
    const rows = (await output(ctx, { pattern: "f" })).split("\n");
    expect(rows).toHaveLength(501);
    expect(rows.at(-2)).toBe("d/f499");
    expect(rows.at(-1)).toBe(
      "[The first 500 shown, more match. Narrow the pattern or path, or raise limit.]",
    );
    expect((await output(ctx, { pattern: "f", limit: 502 })).split("\n")).toHaveLength(502);
  });

  it("leaves out what ignore files hide, with a count, and .git and node_modules", async () => {
    const ctx = await workspace(["x.log", "keep/x.txt", "node_modules/x", ".git/x", "out/x"]);
    await ctx.fs.writeFile(join(ctx.cwd, ".gitignore"), "*.log\nout/\n");
    expect(await output(ctx, { pattern: "x*" })).toBe(
      "keep/x.txt\n[2 entries hidden by ignore rules. Name one as path to search it all the same.]",
    );
    expect(await output(ctx, { pattern: "x", path: "out" })).toBe("x");
    expect(await output(ctx, { pattern: "x", path: "node_modules" })).toBe("x");
  });

  it("tells a pattern with a slash, a missing folder and a file apart", async () => {
    const ctx = await workspace(["src/a.ts", "f.txt"]);
    expect(await output(ctx, { pattern: "src/*.ts" })).toContain("use glob to match paths");
    expect((await call(ctx, { pattern: "a", path: "./scr" })).error).toMatchObject({
      code: "not_found",
      message: "ENOENT: no such file or directory, scandir './scr'",
      hint: "Did you mean src?",
    });
    expect((await call(ctx, { pattern: "a", path: "f.txt" })).error?.message).toContain(
      "not a directory, scandir 'f.txt'",
    );
  });

  it("takes no longer for a pattern of many stars", async () => {
    const ctx = await workspace(["a".repeat(200), `${"ab".repeat(50)}c`]);
    expect(await output(ctx, { pattern: `${"*a".repeat(40)}*b` })).toContain("Nothing named");
    expect(await output(ctx, { pattern: "*ab*ba*?C" })).toBe(`${"ab".repeat(50)}c`);
  });

  it("takes no longer for an ignore rule that crosses folders again and again, and obeys those beside it", async () => {
    const ctx = await workspace([`${"a/".repeat(60)}x`, "x.log"]);
    await ctx.fs.writeFile(join(ctx.cwd, ".gitignore"), `${"**/a/".repeat(20)}b\r\n*.log\r\n`);
    expect(await output(ctx, { pattern: "x*" })).toContain(`${"a/".repeat(60)}x\n[1 entry hidden`);
  });

  it("stays within the output budget", async () => {
    const ctx = await workspace(Array.from({ length: 100 }, (_, index) => `${"n".repeat(100)}${index}`));
    const text = await output({ ...ctx, budget: { kind: "middle", maxBytes: 2048 } }, { pattern: "n" });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).toMatch(/\[The first \d+ shown, more match\./);
  });
});

describe("find", () => {
  it("puts the newest first on request", async () => {
    const ctx = await local(["old", "new", "middle"]);
    for (const [name, time] of [
      ["old", 1000],
      ["new", 3000],
      ["middle", 2000],
    ] as const) {
      await utimes(join(cwd, name), time, time);
    }
    expect(await output(ctx, { pattern: "*", sort: "newest" })).toBe("new\nmiddle\nold");
    expect(await output(ctx, { pattern: "*", sort: "newest", limit: 2 })).toBe(
      "new\nmiddle\n[The newest 2 shown, more match. Narrow the pattern or path, or raise limit.]",
    );
  });

  it("names links but does not follow them", async () => {
    const ctx = await local(["real/x.txt"]);
    await symlink("real", join(cwd, "linked"));
    await symlink("..", join(cwd, "real", "loop"));
    expect(await output(ctx, { pattern: "*" })).toBe("linked\nreal/\nreal/loop\nreal/x.txt");
  });

  it("refuses to look outside the workspace", async () => {
    const ctx = await local(["a"]);
    await symlink(tmpdir(), join(cwd, "away"));
    for (const path of ["..", "away", "/"]) {
      const { isError, output: text } = await call(ctx, { pattern: "*", path });
      expect(isError).toBe(true);
      expect(text).toContain("outside the workspace");
    }
  });

  it("shows partial results with a notice when time ran out", async () => {
    const search: Search = {
      content: () => {
        throw new Error("not asked for");
      },
      files: () => ({
        async *[Symbol.asyncIterator]() {
          yield { path: "found/in-time", isDirectory: false };
        },
        tally: () => ({ binary: 0, unreadable: 0, timedOut: true }),
      }),
    };
    expect(await output(makeContext({ search }), { pattern: "x" })).toBe(
      "found/in-time\n[Stopped after 30 seconds: these are partial results. Narrow the search to see the rest.]",
    );
  });
});
