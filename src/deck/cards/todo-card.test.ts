import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import type { ToolContext } from "../../kernel/index.ts";
import { todoRead, todoSet } from "../../tools/index.ts";
import { buildTodoCapability } from "./todo-card.ts";

const ITEMS = [
  { task: "Write the test", state: "done", weight: "normal" },
  { task: "See it fail", state: "active", weight: "high" },
  { task: "Rewrite everything", state: "dropped", weight: "low" },
  { task: "Make it pass", state: "pending" },
];

const SHOWN =
  "[x] Write the test\n[~] See it fail (high)\n[-] Rewrite everything (low)\n[ ] Make it pass\n" +
  "1 of 3 done, 1 active, 1 pending, 1 dropped.";

describe("todo", () => {
  it("R44, R326: set replaces the list wholesale and read returns the current one", async () => {
    const ctx = makeContext();
    expect(await read(ctx)).toBe("The checklist is empty.");
    expect(await set(ctx, [{ task: "Something else", state: "pending" }])).toContain("[ ] Something else");
    expect(await set(ctx, ITEMS)).toBe(SHOWN);
    expect([await read(ctx), await read(ctx)]).toEqual([SHOWN, SHOWN]);
    expect(await call(buildTodoCapability({ cwd: ctx.cwd }), { action: "set" }, ctx)).toContain("needs it");
    expect(await read(ctx)).toBe(SHOWN);
    expect(await set(ctx, [])).toBe("The checklist is empty.");
    expect(await ctx.state.checklist.read()).toEqual([]);
  });

  it("R44: is one checklist with todo_set and todo_read, which see nothing of what was dropped", async () => {
    const ctx = makeContext();
    await set(ctx, ITEMS);
    expect(await call(todoRead, {}, ctx)).toBe(
      "[x] 1: Write the test\n[~] 2: See it fail\n[ ] 4: Make it pass\n1 of 3 done, 1 active, 1 pending.",
    );
    const next = [
      { id: "2", text: "See it fail", status: "done" },
      { id: "4", text: "Make it pass", status: "active" },
    ];
    expect(await call(todoSet, { items: next }, ctx)).toBe(
      "[x] 2: See it fail\n[~] 4: Make it pass\n1 of 2 done, 1 active, 0 pending.",
    );
    expect(await read(ctx)).toBe(
      "[x] See it fail (high)\n[~] Make it pass\n[-] Rewrite everything (low)\n1 of 2 done, 1 active, 0 pending, 1 dropped.",
    );
  });

  it("keeps the id of a task whose words stay, and gives new tasks ids of their own", async () => {
    const ctx = makeContext();
    await ctx.state.checklist.replace([
      { id: "2", text: "stays", status: "pending" },
      { id: "first", text: "goes", status: "pending" },
      { id: "b", text: "twice", status: "pending" },
      { id: "a", text: "twice", status: "done" },
    ]);
    const tasks = ["new", "twice", "stays", "twice", "twice", "newer"];
    await set(
      ctx,
      tasks.map((task) => ({ task, state: "pending" })),
    );
    expect((await ctx.state.checklist.read()).map(({ id }) => id)).toEqual(["1", "b", "2", "a", "3", "4"]);
  });

  it("refuses a blank task and leaves the list as it was", async () => {
    const ctx = makeContext();
    await set(ctx, ITEMS);
    expect(
      await set(ctx, [
        { task: "fine", state: "done" },
        { task: " \n", state: "done" },
      ]),
    ).toBe(
      "Item 2 has an empty task; the checklist was not changed.\nEach item needs a task that says what is to be done.",
    );
    expect(await read(ctx)).toBe(SHOWN);
  });

  it("a task of several lines cannot pass for several tasks", async () => {
    const ctx = makeContext();
    expect(await set(ctx, [{ task: "one\n[x] two", state: "pending" }])).toContain("[ ] one [x] two\n0 of 1");
  });
});

function read(ctx: ToolContext): Promise<unknown> {
  return call(buildTodoCapability({ cwd: ctx.cwd }), { action: "read" }, ctx);
}

function set(ctx: ToolContext, items: readonly object[]): Promise<unknown> {
  return call(buildTodoCapability({ cwd: ctx.cwd }), { action: "set", items }, ctx);
}

async function call(tool: typeof todoRead, input: object, ctx: ToolContext): Promise<unknown> {
  return (await tool.invoke({ id: "1", name: tool.name, input }, ctx)).output;
}
