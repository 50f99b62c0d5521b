import { describe, expect, it } from "vitest";
import { makeContext } from "../../backends/index.ts";
import type { DefinedTool, ToolContext } from "../../kernel/index.ts";
import { taskCreate } from "./task-create.ts";
import { taskList } from "./task-list.ts";
import { taskUpdate } from "./task-update.ts";

describe("the tasks of a session", () => {
  it("R319: are created pending, listed, and change their status", async () => {
    const ctx = makeContext();
    expect((await run(taskList, {}, ctx)).output).toBe("There are no tasks.");
    expect((await run(taskCreate, { title: "Write it" }, ctx)).output).toBe("task-1 [pending] Write it");
    await run(taskCreate, { title: "Try it\n[x]", note: "twice" }, ctx);
    await run(taskUpdate, { id: "task-1", status: "in_progress" }, ctx);
    expect((await run(taskList, {}, ctx)).output).toBe(
      "task-1 [in_progress] Write it\ntask-2 [pending] Try it [x] (twice)\n2 of 2 open.",
    );
    await run(taskUpdate, { id: "task-1", status: "completed", note: "done well" }, ctx);
    expect((await run(taskList, { status: "completed" }, ctx)).output).toBe(
      "task-1 [completed] Write it (done well)\n0 of 1 open.",
    );
  });

  it("R319: at most one is in progress, whoever asks and however many at once", async () => {
    const ctx = makeContext();
    for (const title of ["a", "b", "c"]) await run(taskCreate, { title }, ctx);
    const outcomes = await Promise.all(
      ["task-1", "task-2", "task-3"].map((id) => run(taskUpdate, { id, status: "in_progress" }, ctx)),
    );
    expect(outcomes.filter(({ isError }) => !isError)).toHaveLength(1);
    expect(outcomes[1]).toMatchObject({
      error: { code: "invalid_input", message: expect.stringContaining("task-1 (a) is in progress") },
    });
    expect(await run(taskUpdate, { id: "task-1", status: "in_progress" }, ctx)).toMatchObject({
      isError: false,
    });
  });

  it.each([
    ["an unknown id", taskUpdate, { id: "task-9", status: "completed" }, "not_found"],
    ["nothing to change", taskUpdate, { id: "task-1" }, "invalid_input"],
    ["an unknown status", taskUpdate, { id: "task-1", status: "done" }, "invalid_input"],
    ["a blank title", taskCreate, { title: "  " }, "invalid_input"],
  ])("R319: refuses %s and changes nothing", async (_what, tool, input, code) => {
    const ctx = makeContext();
    await run(taskCreate, { title: "a" }, ctx);
    expect(await run(tool, input, ctx)).toMatchObject({ isError: true, error: { code } });
    expect(await ctx.state.tasks.read()).toEqual([{ id: "task-1", title: "a", status: "pending" }]);
  });

  it("R319: creating many at once gives each an id of its own", async () => {
    const ctx = makeContext();
    await Promise.all(Array.from({ length: 20 }, (_, n) => run(taskCreate, { title: `t${n}` }, ctx)));
    expect(new Set((await ctx.state.tasks.read()).map(({ id }) => id)).size).toBe(20);
  });
});

function run(tool: DefinedTool, input: unknown, ctx: ToolContext) {
  return tool.invoke({ id: "1", name: tool.name, input }, ctx);
}
