import { z } from "zod";
import { defineTool, textResult, writes } from "../../kernel/index.ts";
import { createTask, renderTask } from "./task-book.ts";

/** Adds a task to the session. */
export const taskCreate = defineTool({
  name: "task_create",
  path: "self.tools.task.create",
  title: "Create task",
  summary: "Add a task to this session",
  description: "Add a task to this session; it is pending until task_update begins it.",
  input: z.strictObject({
    title: z.string().trim().min(1).max(1000).describe("What is to be done"),
    note: z.string().max(10_000).optional().describe("What whoever does it should know"),
  }),
  effects: [writes("session")],
  trust: "L1",
  run: ({ title, note }, { state }) =>
    state.inTurn(async () =>
      textResult(
        renderTask(await createTask(state.tasks, { title, ...(note === undefined ? {} : { note }) })),
      ),
    ),
});
