import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { defineTool, STANDARD_BUDGET, textResult } from "../../kernel/index.ts";
import { makeLocalContext } from "./make-local-context.ts";

let base: string;
let ws: string;

beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "deckhand-context-")));
  ws = join(base, "ws");
  await mkdir(ws);
  await mkdir(join(base, "extra"));
});

afterEach(async () => {
  await rm(base, { recursive: true, force: true });
});

describe("makeLocalContext", () => {
  it("R160: is local files and shell, a token that never cancels and a 64 KB middle clamp", async () => {
    const ctx = makeLocalContext(ws);
    expect(ctx.cwd).toBe(ws);
    await ctx.fs.writeFile(join(ws, "a.txt"), "by fs");
    expect(await readFile(join(ws, "a.txt"), "utf8")).toBe("by fs");
    expect((await ctx.shell.exec("cat a.txt; pwd")).stdout).toBe(`by fs${ws}\n`);
    expect(ctx.cancel.aborted).toBe(false);
    expect(ctx.budget).toEqual({ kind: "middle", maxBytes: 64 * 1024 });
    expect(ctx.budget).toBe(STANDARD_BUDGET);
  });

  it("R145: files stay inside the working directory and the roots that were added", async () => {
    await writeFile(join(base, "extra/e.txt"), "extra");
    const narrow = makeLocalContext(ws);
    await expect(narrow.fs.readText(join(base, "extra/e.txt"))).rejects.toMatchObject({
      code: "denied_policy",
    });
    const wide = makeLocalContext(ws, { roots: [join(base, "extra")] });
    expect(await wide.fs.readText(join(base, "extra/e.txt"))).toBe("extra");
  });

  it("protected files are not written", async () => {
    const ctx = makeLocalContext(ws);
    await expect(ctx.fs.writeFile(join(ws, ".bashrc"), "x")).rejects.toMatchObject({ code: "denied_policy" });
  });

  it("a repository's settings and hooks are not written, whatever its folder is called", async () => {
    const { fs } = makeLocalContext(ws);
    for (const name of ["bare.git/objects", "bare.git/refs", "bare.git/hooks", "wt/hooks"]) {
      await mkdir(join(ws, name), { recursive: true });
    }
    for (const name of ["bare.git/HEAD", "wt/HEAD", "wt/commondir"]) await writeFile(join(ws, name), "x");
    for (const name of ["bare.git/config", "bare.git/hooks/update", "bare.git/HEAD", "wt/config.worktree"]) {
      await expect(fs.writeFile(join(ws, name), "x")).rejects.toMatchObject({ code: "denied_policy" });
    }
    await fs.writeFile(join(ws, "bare.git/description"), "x");
    await fs.writeFile(join(ws, "config"), "x");
  });

  it("a result that cannot be kept is still shown, cut and with a word about it", async () => {
    await writeFile(join(ws, ".deckhand"), "in the way");
    const talk = defineTool({
      name: "talk",
      input: z.object({}),
      run: () => Promise.resolve(textResult("y".repeat(200_000))),
    });
    const outcome = await talk.invoke({ id: "1", name: "talk", input: {} }, makeLocalContext(ws));
    expect(outcome.isError).toBe(false);
    expect(outcome.output).toMatch(/^y+\n\[… .*could not be kept \(ENOTDIR.*\n?y+$/);
  });

  it("kept results are read wherever a path is, and are files below .deckhand", async () => {
    const ctx = makeLocalContext(ws);
    const handle = await ctx.state.results.keep(Buffer.from("kept"));
    expect(await ctx.fs.readText(handle)).toBe("kept");
    expect(await readFile(join(ws, ".deckhand/results", handle.split("/").at(-1) ?? ""), "utf8")).toBe(
      "kept",
    );
  });

  it("reaches the public network only, and private hosts that were opened", async () => {
    const url = "http://127.0.0.1:9/";
    const ctx = makeLocalContext(ws);
    await expect(ctx.net.request({ url })).rejects.toMatchObject({ code: "denied_policy" });
    const opened = makeLocalContext(ws, { web: { allowPrivate: ["127.0.0.1"] } });
    expect(opened.net.judge(url)).toMatchObject({ verdict: "allow", rule: "opened" });
    expect(Object.keys(opened)).not.toContain("web");
  });

  it("has no person and no other tools, and says so", async () => {
    const ctx = makeLocalContext(ws);
    await expect(ctx.caller.call("read", {}, ctx.cancel)).rejects.toMatchObject({ code: "unavailable" });
    expect(await ctx.asker.ask({ text: "?" }, ctx.cancel)).toEqual({ kind: "unavailable" });
  });

  it("takes what the caller sets itself, and two contexts are never the same", () => {
    const cancel = AbortSignal.abort();
    const ctx = makeLocalContext(ws, { cancel });
    expect(ctx.cancel).toBe(cancel);
    expect(makeLocalContext(ws)).not.toBe(makeLocalContext(ws));
    expect(Object.keys(ctx)).not.toContain("roots");
  });
});
