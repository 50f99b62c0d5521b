import { z } from "zod";
import { defineTool, Fault, TASK_STATUSES, textResult, writes } from "../../kernel/index.ts";
import { renderTask, type TaskChange, updateTask } from "./task-book.ts";

/** Changes a task of the session. */
export const taskUpdate = defineTool({
  name: "task_update",
  path: "self.tools.task.update",
  title: "Update task",
  summary: "Change the status, title or note of a task",
  description:
    "Change a task of this session. At most one task is in progress at a time: complete or cancel it before you begin another.",
  input: z.strictObject({
    id: z.string().min(1).describe("The task, such as task-1"),
    status: z.enum(TASK_STATUSES).optional().describe("Where it stands now"),
    title: z.string().trim().min(1).max(1000).optional().describe("A better title"),
    note: z.string().max(10_000).optional().describe("What came of it, or what should be known"),
  }),
  effects: [writes("session")],
  trust: "L1",
  run: ({ id, status, title, note }, { state }) => {
    const change: TaskChange = {
      ...(status === undefined ? {} : { status }),
      ...(title === undefined ? {} : { title }),
      ...(note === undefined ? {} : { note }),
    };
    if (Object.keys(change).length === 0) throw nothingToChange();
    return state.inTurn(async () => textResult(renderTask(await updateTask(state.tasks, id, change))));
  },
});

function nothingToChange(): Fault {
  return new Fault("invalid_input", "Nothing to change was given.", { hint: "Give status, title or note." });
}
