import { describe, expect, it } from "vitest";
import {
  type ContextFactory,
  defineTool,
  STANDARD_BUDGET,
  textResult,
  type ToolContext,
} from "../../kernel/index.ts";
import { makeContext } from "../index.ts";
import { manualClock } from "./manual-clock.ts";
import { createMemoryFs } from "./memory-fs.ts";

describe("makeContext", () => {
  it("R147: gives a context that works, all in memory", async () => {
    const make: ContextFactory = makeContext;
    const ctx = make();
    expect(ctx.cwd).toBe("/workspace");
    expect(ctx.budget).toBe(STANDARD_BUDGET);
    expect(ctx.cancel.aborted).toBe(false);
    expect(await ctx.fs.readdir(ctx.cwd)).toEqual([]);
    await ctx.fs.writeFile("/workspace/a.txt", "from the tool\n");
    const { stdout, code } = await ctx.shell.exec("cat a.txt; echo from the shell > b.txt; echo x > /tmp/x");
    expect([stdout, code]).toEqual(["from the tool\n", 0]);
    expect(await ctx.fs.readText("/workspace/b.txt")).toBe("from the shell\n");
    const handle = await ctx.state.results.keep(Buffer.from("kept"));
    expect(await ctx.fs.readText(handle)).toBe("kept");
    await expect(ctx.net.request({ url: "https://example.com/" })).rejects.toMatchObject({
      code: "unavailable",
    });
    await expect(ctx.caller.call("read", {}, ctx.cancel)).rejects.toMatchObject({ code: "unavailable" });
    expect(await ctx.asker.ask({ text: "?" }, ctx.cancel)).toEqual({ kind: "unavailable" });
    const stage = ctx.stage(ctx.fs);
    await stage.writeFile("/workspace/staged", "");
    expect(await ctx.fs.exists("/workspace/staged")).toBe(false);
    expect(ctx.progress("half")).toBeUndefined();
  });

  it("R147: finds what its own files hold", async () => {
    const fs = createMemoryFs({ "/workspace/src/a.ts": "let needle = 1;\n", "/workspace/b.ts": "hay\n" });
    const { search, cancel } = makeContext({ fs });
    const found = [];
    for await (const finding of search.content(
      { root: "/workspace", pattern: "needle", mode: "content" },
      cancel,
    )) {
      found.push(finding);
    }
    expect(found).toMatchObject([{ path: "src/a.ts", line: 1 }]);
  });

  it("R147: takes every part from its overrides, and builds the rest on them", async () => {
    const fs = createMemoryFs({ "/home/x.txt": "x" });
    const clock = manualClock(7);
    const ctx = makeContext({ fs, cwd: "/home", clock });
    expect(ctx.fs).toBe(fs);
    expect(ctx.clock).toBe(clock);
    expect((await ctx.shell.exec("ls")).stdout).toBe("x.txt\n");
    const given = makeContext({ budget: { kind: "head", maxBytes: 9 } });
    const taken = makeContext(given);
    for (const part of Object.keys(given) as (keyof ToolContext)[]) expect(taken[part]).toBe(given[part]);
    const timed = makeContext({ clock });
    await timed.fs.writeFile("/workspace/a", "");
    expect(await timed.fs.stat("/workspace/a")).toMatchObject({ modifiedMs: 7 });
  });

  it("R143: two contexts of equal content are distinct, and compared by identity", () => {
    const parts = makeContext();
    const [one, other] = [makeContext(parts), makeContext(parts)];
    expect(one).toEqual(other);
    expect(one).not.toBe(other);
    const remembered = new Map<ToolContext, string>([[one, "one"]]);
    expect(remembered.get(other)).toBeUndefined();
    expect(makeContext().state.id).not.toBe(makeContext().state.id);
  });

  it("R143: the copy made for one call keeps the state of its session", async () => {
    const ctx = makeContext();
    const seen: ToolContext[] = [];
    const note = defineTool({
      name: "note",
      parameters: { type: "object" },
      run: async (_input, callContext) => {
        seen.push(callContext);
        const list = await callContext.state.checklist.read();
        await callContext.state.checklist.replace([...list, { id: "1", text: "x", status: "pending" }]);
        return textResult("ok");
      },
    }).bind(() => ctx);
    await note.execute("1", {}, new AbortController().signal);
    await note.execute("2", {}, new AbortController().signal);
    expect(seen.map(({ state }) => state.id)).toEqual([ctx.state.id, ctx.state.id]);
    expect(seen[0]?.cancel).not.toBe(seen[1]?.cancel);
    expect(await ctx.state.checklist.read()).toHaveLength(2);
    expect(await makeContext().state.checklist.read()).toEqual([]);
  });
});
