import { z } from "zod";
import { defineTool, textResult, writes } from "../../../kernel/index.ts";
import { renderChecklist } from "../render-checklist.ts";
import { createTodoStore, STATUSES } from "../todo-store.ts";

/** Replaces the session's checklist. */
export const todoSet = defineTool({
  name: "todo_set",
  path: "self.tools.todo.set",
  title: "Update checklist",
  summary: "Replace the checklist of this session",
  description:
    "Replace the whole checklist of this session: send every item, also those that did not change. Keep one item " +
    "active while you work on it and mark it done as soon as it is. An empty list clears the checklist.",
  input: z.strictObject({
    items: z
      .array(
        z.strictObject({
          id: z.string().min(1).describe("Unique in the list"),
          text: z.string().min(1).describe("What is to be done"),
          status: z.enum(STATUSES),
        }),
      )
      .describe("The complete new list, in order"),
  }),
  effects: [writes("session")],
  trust: "L1",
  async run({ items }, { state }) {
    const store = createTodoStore(state.checklist);
    await store.replace(items);
    return textResult(renderChecklist(await store.read()));
  },
});
