import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type RecordedWorkspace, recordedWorkspace } from "../../../../test/recorded-workspace.ts";
import { defineTool, textResult } from "../../../kernel/index.ts";

let workspace: RecordedWorkspace;

beforeEach(async () => {
  workspace = await recordedWorkspace();
  await writeFile(join(workspace.folder, "a.txt"), "one\n");
});

afterEach(() => workspace.close());

describe("deckhand trace list", () => {
  it("is empty where nothing was called", async () => {
    const { code, out, err } = await workspace.deckhand("trace", "list");
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("No call is remembered");
    expect((await workspace.deckhand("trace", "list", "--json")).json()).toEqual({ traces: [] });
  });

  it("R250: shows calls, the newest first, by session, tool, failure and time", async () => {
    const read = await workspace.call("read", { path: "a.txt" });
    const failed = await workspace.call("read", { path: "missing.txt" });
    const denied = await workspace.call("write", { path: "n.txt", content: "" }, { trust: "L0" });
    const other = await workspace.call("write", { path: "n.txt", content: "" }, { session: "other" });
    const ids = async (...args: readonly string[]) => {
      const { traces } = (await workspace.deckhand("trace", "list", "--json", ...args)).json() as {
        traces: { id: string }[];
      };
      return traces.map(({ id }) => id);
    };
    expect(await ids()).toEqual([other.trace, denied.trace, failed.trace, read.trace]);
    expect(await ids("--session", "cli")).toEqual([denied.trace, failed.trace, read.trace]);
    expect(await ids("--tool", "write")).toEqual([other.trace, denied.trace]);
    expect(await ids("--failed")).toEqual([denied.trace, failed.trace]);
    expect(await ids("--limit", "1")).toEqual([other.trace]);
    expect(await ids("--since", "1h")).toHaveLength(4);
    expect(await ids("--since", "2999-01-01")).toEqual([]);
    const { out } = await workspace.deckhand("trace");
    expect(out).toContain(`${read.trace?.slice(-8)}  `);
    expect(out).toContain("denied_trust");
  });

  it.each([
    ["--since", "soon"],
    ["--limit", "0"],
    ["--nonsense", "x"],
  ])("takes nothing it does not understand: %s %s", async (...args) => {
    expect((await workspace.deckhand("trace", "list", ...args)).code).toBe(2);
  });

  it("shows what a caller made up without letting it act on the terminal", async () => {
    await workspace.call("grep", { pattern: "\u001b[2J\u202e\r\nx" });
    const { out } = await workspace.deckhand("trace", "list");
    for (const hidden of ["\u001b", "\u202e", "\r"]) expect(out).not.toContain(hidden);
    expect(out.trim().split("\n")).toHaveLength(2);
  });
});

describe("deckhand trace show", () => {
  it("shows everything about one call, found by the end of its id", async () => {
    await workspace.call("read", { path: "a.txt" });
    const { trace = "" } = await workspace.call("edit", { path: "a.txt", oldText: "one", newText: "two" });
    const { code, out } = await workspace.deckhand("trace", "show", trace.slice(-8));
    expect(code).toBe(0);
    for (const part of [
      trace,
      "world.tools.file.edit",
      '"oldText": "one"',
      "update ",
      "intent",
      "completed",
    ]) {
      expect(out).toContain(part);
    }
    expect(out).toContain(`deckhand undo ${trace}`);
    expect((await workspace.deckhand("trace", "show", trace, "--json")).json()).toMatchObject({
      trace: { id: trace, at: expect.stringMatching(/^\d{4}-.*Z$/), input: { oldText: "one" } },
      audit: [{ kind: "intent" }, { kind: "completed" }],
      parents: [],
      calls: [],
      canUndo: true,
    });
  });

  it("shows an error, what was not done, and the calls around it", async () => {
    const { trace: denied = "" } = await workspace.call(
      "write",
      { path: "n.txt", content: "" },
      { trust: "L0" },
    );
    const shown = await workspace.deckhand("trace", "show", denied);
    expect(shown.out).toMatch(/error\n {2}denied_trust: Trust level L0 insufficient/);
    expect(shown.out).toContain("not done\n  write ");
    const outer = defineTool({
      name: "outer",
      parameters: { type: "object" },
      trust: "L0",
      run: async (_input, { caller, cancel }) => {
        await caller.call("read", { path: "a.txt" }, cancel);
        return textResult("done");
      },
    });
    const { trace = "" } = await workspace.call(
      "outer",
      {},
      { settings: { addons: [{ name: "mine", tools: [outer] }] } },
    );
    const { calls } = (await workspace.deckhand("trace", "show", trace, "--json")).json() as {
      calls: { id: string; tool: string }[];
    };
    expect(calls).toMatchObject([{ depth: 1, tool: "read" }]);
    const inner = await workspace.deckhand("trace", "show", calls[0]?.id ?? "");
    expect(inner.out).toContain(`called by   ${trace} outer ok`);
  });

  it("refuses an id of nothing, and one of several", async () => {
    await workspace.call("read", { path: "a.txt" });
    await workspace.call("read", { path: "a.txt" });
    expect(await workspace.deckhand("trace", "show", "nothing")).toMatchObject({ code: 2 });
    const { traces } = (await workspace.deckhand("trace", "list", "--json")).json() as {
      traces: { id: string }[];
    };
    const { code, err } = await workspace.deckhand("trace", "show", traces[0]?.id.slice(0, 4) ?? "");
    expect(code).toBe(2);
    expect(err).toContain("2 traces are called like that");
  });
});

describe("deckhand trace export", () => {
  it("writes whole traces, one a line, or as one JSON", async () => {
    await workspace.call("read", { path: "a.txt" });
    await workspace.call("read", { path: "missing.txt" });
    const { out } = await workspace.deckhand("trace", "export");
    const lines = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toMatchObject([{ success: false }, { success: true, input: { path: "a.txt" } }]);
    const { traces } = (await workspace.deckhand("trace", "export", "--format", "json")).json();
    expect(traces).toEqual(lines);
    expect((await workspace.deckhand("trace", "export", "--json", "--limit", "1")).json()).toEqual({
      traces: lines.slice(0, 1),
    });
    expect((await workspace.deckhand("trace", "export", "--format", "xml")).code).toBe(2);
  });

  it("of nothing is valid too", async () => {
    expect((await workspace.deckhand("trace", "export")).out).toBe("");
    expect((await workspace.deckhand("trace", "export", "--json")).json()).toEqual({ traces: [] });
  });
});
