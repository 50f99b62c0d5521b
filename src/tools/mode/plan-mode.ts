import { z } from "zod";
import { defineTool, textResult, writes } from "../../kernel/index.ts";

/** Enters plan mode, in which nothing outside the session is changed or run. */
export const planMode = defineTool({
  name: "plan_mode",
  path: "self.tools.mode.plan",
  title: "Enter plan mode",
  summary: "Plan without changing anything",
  description:
    "Enter plan mode: files can be read and searched and tasks noted, but nothing is written or run until execute_mode.",
  input: z.strictObject({}),
  effects: [writes("session")],
  trust: "L0",
  run: async (_input, { state }) => {
    if ((await state.mode.read()) === "plan") return textResult("The session is in plan mode already.");
    await state.mode.replace("plan");
    return textResult("Plan mode: nothing is written or run until execute_mode.");
  },
});
