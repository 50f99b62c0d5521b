import { z } from "zod";
import {
  calls,
  defineTool,
  Fault,
  textResult,
  type ToolContext,
  type ToolResult,
} from "../../../kernel/index.ts";
import { jobLine, jobReport, stopReport } from "./job-text.ts";

const processInput = z.strictObject({
  action: z.enum(["start", "poll", "write", "list", "stop"]).describe("What to do with a job"),
  command: z.string().min(1).optional().describe("start: the bash command to run in the background"),
  id: z.string().min(1).optional().describe("poll, write, stop: the job, such as job-1"),
  input: z
    .string()
    .optional()
    .describe(
      "write: text for standard input, with its line ends; \\u0004 (Ctrl-D) at its end closes the input",
    ),
  timeoutMs: z
    .int()
    .positive()
    .optional()
    .describe("start: end the job after this long; no limit by default"),
  idleMs: z
    .int()
    .positive()
    .optional()
    .describe("start: end the job when it was silent for this long; no limit by default"),
});

type ProcessInput = z.infer<typeof processInput>;

/** Starts, watches, feeds and ends the background jobs of a session. */
export const process = defineTool({
  name: "process",
  path: "world.tools.system.process",
  title: "Manage background processes",
  summary: "Start, watch, feed and stop background jobs",
  description:
    "Run a command in the background, for servers, watchers and long builds: start answers at once with a job id. poll " +
    "shows only what was printed since the last poll and whether the job still runs; write sends text to its standard " +
    "input; list shows all jobs; stop ends a job with everything it started and forgets it. Jobs end with the session.",
  input: processInput,
  effects: [calls("shell")],
  trust: "L3",
  touches: ({ action, command }) =>
    action === "start" && command !== undefined ? [{ kind: "command", command, op: "start" }] : [],
  run: (input, ctx) => ACTIONS[input.action](input, ctx),
});

/** Ctrl-D ends the input, as at a terminal. */
const END_OF_INPUT = "\u0004";

const ACTIONS: Record<
  ProcessInput["action"],
  (input: ProcessInput, ctx: ToolContext) => Promise<ToolResult>
> = {
  start: async (input, { state, shell, cwd, cancel }) => {
    const { id, pid } = await state.jobs.start({
      command: needed(input, "command"),
      shell,
      cwd,
      cancel,
      ...(input.timeoutMs === undefined ? {} : { timeoutMs: input.timeoutMs }),
      ...(input.idleMs === undefined ? {} : { idleMs: input.idleMs }),
    });
    return textResult(
      `Started ${id} (process ${pid}).\nUse action=poll id=${id} for its output, action=stop id=${id} to end it.`,
    );
  },
  poll: async (input, ctx) => textResult(jobReport(await ctx.state.jobs.poll(needed(input, "id")), ctx)),
  write: async (input, { state }) => {
    const given = needed(input, "input");
    const isLast = given.endsWith(END_OF_INPUT);
    const text = isLast ? given.slice(0, -1) : given;
    const { id } = await state.jobs.write(needed(input, "id"), text, isLast);
    const sent = `Sent ${Buffer.byteLength(text)} byte(s) to ${id}${isLast ? " and closed its input" : ""}`;
    return textResult(`${sent}. Use action=poll id=${id} for its answer.`);
  },
  list: async (_input, { state, clock }) => {
    const jobs = await state.jobs.list();
    if (jobs.length === 0) return textResult("There are no jobs.");
    return textResult(jobs.map((job) => jobLine(job, clock.now())).join("\n"));
  },
  stop: async (input, ctx) => textResult(stopReport(await ctx.state.jobs.stop(needed(input, "id")), ctx)),
};

function needed(input: ProcessInput, field: "command" | "id" | "input"): string {
  const value = input[field];
  if (value !== undefined) return value;
  throw new Fault("invalid_input", `process action=${input.action} needs ${field}.`, {
    hint: HINTS[input.action],
  });
}

const HINTS: Record<ProcessInput["action"], string> = {
  start: "Fields of start: command, timeoutMs?, idleMs?.",
  poll: "Fields of poll: id. Use action=list to see the jobs.",
  write: "Fields of write: id, input. Use action=list to see the jobs.",
  list: "list has no fields.",
  stop: "Fields of stop: id. Use action=list to see the jobs.",
};
