import { z } from "zod";
import { defineTool, reads, TASK_STATUSES, textResult } from "../../kernel/index.ts";
import { renderTasks } from "./task-book.ts";

/** Lists the tasks of the session. */
export const taskList = defineTool({
  name: "task_list",
  path: "self.tools.task.list",
  title: "List tasks",
  summary: "List the tasks of this session",
  description: "List the tasks of this session with their status. Changes nothing.",
  input: z.strictObject({ status: z.enum(TASK_STATUSES).optional().describe("Only tasks of this status") }),
  effects: [reads("session")],
  trust: "L0",
  run: async ({ status }, { state }) => {
    const tasks = await state.tasks.read();
    return textResult(
      renderTasks(status === undefined ? tasks : tasks.filter((task) => task.status === status)),
    );
  },
});
