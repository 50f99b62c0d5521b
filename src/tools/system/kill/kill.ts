import { z } from "zod";
import { calls, defineTool, textResult } from "../../../kernel/index.ts";
import { stopReport } from "../process/job-text.ts";

/** Ends one background job. */
export const kill = defineTool({
  name: "kill",
  path: "world.tools.system.kill",
  title: "Kill background process",
  summary: "End a background job and everything it started",
  description:
    "End a background job of this session and everything it started, and forget it. Shows what it printed last. The " +
    "jobs are those that process has started; use process action=list to see them.",
  input: z.strictObject({ id: z.string().min(1).describe("The job, such as job-1") }),
  effects: [calls("shell")],
  trust: "L2",
  run: async ({ id }, ctx) => textResult(stopReport(await ctx.state.jobs.stop(id), ctx)),
});
