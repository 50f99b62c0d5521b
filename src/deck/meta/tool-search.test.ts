import { describe, expect, it } from "vitest";
import { z } from "zod";
import { makeContext } from "../../backends/index.ts";
import { type CapabilityRow, type DefinedTool, defineTool, textResult } from "../../kernel/index.ts";
import { toolCall } from "./tool-call.ts";
import { createToolSearch } from "./tool-search.ts";

describe("tool_search", () => {
  it("finds a tool by other words than its own, with all that a call needs", async () => {
    const { text } = await searched(ROWS, { query: "open a new ticket on github" });
    const [heading, best] = text.split("\n");
    expect(heading).toMatch(/of 4 tools/);
    expect(JSON.parse(best!)).toEqual({
      name: "github__create_issue",
      summary: "Create an issue in a repository",
      input: {
        type: "object",
        properties: {
          repo: { type: "string", description: "The repository" },
          title: { type: "string" },
        },
        required: ["repo", "title"],
      },
    });
  });

  it("shows at most as many as were asked for, best first", async () => {
    const { text } = await searched(ROWS, { query: "issue file comment message", limit: 2 });
    expect(text.split("\n")).toHaveLength(3);
  });

  it("says what to do when nothing fits, and never repeats a long query", async () => {
    const { text, isError } = await searched(ROWS, { query: "zzzzqq ".repeat(2000) });
    expect(isError).toBe(false);
    expect(text).toMatch(/None of 4 tools fits .*other words/);
    expect(text.length).toBeLessThan(400);
  });

  it("refuses a limit out of range", async () => {
    expect((await searched(ROWS, { query: "issue", limit: 21 })).isError).toBe(true);
  });

  it("leaves out a row that cannot be loaded, and the meta-tools themselves", async () => {
    const broken: CapabilityRow = {
      ...ROWS[0]!,
      name: "x__create_issue",
      load: () => Promise.reject(new Error("gone")),
    };
    const throwing: CapabilityRow = {
      ...broken,
      load: () => {
        throw new Error("gone at once");
      },
    };
    const meta: CapabilityRow = {
      name: "tool_call",
      path: "self.tools.deck.call",
      source: "meta",
      load: async () => toolCall,
    };
    const { text } = await searched([broken, throwing, meta, ...ROWS], {
      query: "create issue, call tool",
      limit: 20,
    });
    expect(text).toMatch(/of 4 tools/);
    expect(text).not.toMatch(/tool_call"|x__/);
  });

  it("indexes a list once, and anew when it is another list", async () => {
    let loads = 0;
    const counted = ROWS.map((row) => ({ ...row, load: () => ((loads += 1), row.load()) }));
    let rows: readonly CapabilityRow[] = counted;
    const tool = createToolSearch(() => rows);
    const ask = () => tool.invoke({ id: "1", name: "tool_search", input: { query: "issue" } }, makeContext());
    await Promise.all([ask(), ask()]);
    await ask();
    expect(loads).toBe(4);
    rows = [...counted];
    await ask();
    expect(loads).toBe(8);
  });

  it("costs at most 300 tokens together with tool_call", () => {
    const descriptors = [createToolSearch(() => []).descriptor(), toolCall.descriptor()];
    const bytes = Buffer.byteLength(JSON.stringify(descriptors));
    expect(bytes / 4).toBeLessThanOrEqual(300);
  });

  it("is read-only and needs no trust", () => {
    const tool = createToolSearch(() => []);
    expect(tool).toMatchObject({ trust: "L0", path: "self.tools.deck.search", effects: ["READS(session)"] });
  });
});

const ROWS: readonly CapabilityRow[] = [
  remote("github__create_issue", "Create an issue in a repository", {
    type: "object",
    properties: { repo: { type: "string", description: "The repository" }, title: { type: "string" } },
    required: ["repo", "title"],
    additionalProperties: false,
  }),
  remote("github__list_issues", "List the issues of a repository"),
  remote("slack__post_message", "Post a message to a channel"),
  rowOf(
    defineTool({
      name: "read",
      title: "Read file",
      summary: "Read a file",
      input: z.object({ path: z.string() }),
      run: () => textResult(""),
    }),
  ),
];

function remote(
  name: string,
  description: string,
  parameters: Record<string, unknown> = { type: "object" },
): CapabilityRow {
  return rowOf(defineTool({ name, description, parameters, run: () => textResult("") }));
}

function rowOf(tool: DefinedTool): CapabilityRow {
  return { name: tool.name, path: tool.path, source: "mcp:test", load: async () => tool };
}

async function searched(
  rows: readonly CapabilityRow[],
  input: unknown,
): Promise<{ text: string; isError: boolean }> {
  const call = { id: "1", name: "tool_search", input };
  const { output, isError } = await createToolSearch(() => rows).invoke(call, makeContext());
  return { text: String(output), isError };
}
