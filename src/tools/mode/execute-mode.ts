import { z } from "zod";
import { defineTool, textResult, writes } from "../../kernel/index.ts";

/** Leaves plan mode; a person is asked first wherever one is asked about changes. */
export const executeMode = defineTool({
  name: "execute_mode",
  path: "self.tools.mode.execute",
  title: "Leave plan mode",
  summary: "Leave plan mode and carry the plan out",
  description:
    "Leave plan mode. Say in plan what you are about to do: it is shown to the person who is asked.",
  input: z.strictObject({
    plan: z.string().max(20_000).optional().describe("What you are about to do, in a few lines"),
  }),
  effects: [writes("session")],
  trust: "L2",
  run: async (_input, { state }) => {
    if ((await state.mode.read()) === "execute") return textResult("The session is not in plan mode.");
    await state.mode.replace("execute");
    return textResult("Execute mode: tools may write and run again, as trust allows.");
  },
});
