import { z } from "zod";
import { defineTool, reads, textResult } from "../../../kernel/index.ts";
import { renderChecklist } from "../render-checklist.ts";
import { createTodoStore } from "../todo-store.ts";

/** Plays the session's checklist back. */
export const todoRead = defineTool({
  name: "todo_read",
  path: "self.tools.todo.read",
  title: "Read checklist",
  summary: "Show the checklist of this session",
  description: "Show the checklist of this session with the status of every item. Changes nothing.",
  input: z.strictObject({}),
  effects: [reads("session")],
  trust: "L0",
  run: async (_input, { state }) =>
    textResult(renderChecklist(await createTodoStore(state.checklist).read())),
});
