import { z } from "zod";
import { MAX_BUFFERED_LINES } from "../../backends/index.ts";
import {
  calls,
  type DefinedTool,
  defineTool,
  type JobReport,
  textResult,
  type ToolContext,
} from "../../kernel/index.ts";
import { jobLine, jobReport, stopReport } from "../../tools/index.ts";
import { bindContext } from "../bind-context.ts";
import type { CapabilityCard, DeckContext } from "../contract.ts";
import { cardOf } from "./card-of.ts";
import { forAction, neededFor } from "./for-action.ts";

const daemonInput = z
  .strictObject({
    action: z.enum(["start", "poll", "stop", "list"]),
    command: z.string().min(1).optional().describe("start: the bash command to run in the background"),
    id: z.string().min(1).optional().describe("poll, stop: the job, such as job-1"),
    sinceLast: z.boolean().optional().describe("poll: only what is new since the last poll; default false"),
  })
  .pipe(
    z.discriminatedUnion("action", [
      forAction("start", { command: z.string(neededFor("start")) }),
      forAction("poll", { id: z.string(neededFor("poll")), sinceLast: z.boolean().default(false) }),
      forAction("stop", { id: z.string(neededFor("stop")) }),
      forAction("list", {}),
    ]),
  );

type DaemonInput = z.infer<typeof daemonInput>;

/** Background jobs with their last lines at hand; `process` sees the same jobs. */
const daemon = defineTool({
  name: "bg-process",
  path: "world.tools.system.daemon",
  title: "Run in the background",
  summary: "Start, look at and stop background jobs",
  description:
    "Run a command in the background. start answers at once with a job id; poll shows the last " +
    `${MAX_BUFFERED_LINES} lines of each stream and whether the job still runs; stop ends a job with everything it ` +
    "started and forgets it; list shows all jobs, those of process too. Jobs end with the session.",
  input: daemonInput,
  effects: [calls("shell")],
  trust: "L3",
  touches: (input) =>
    input.action === "start" ? [{ kind: "command", command: input.command, op: "start" }] : [],
  run: async (input, ctx) => textResult(await answer(input, ctx)),
});

/** Makes `bg-process`. */
export function buildDaemonCapability(ctx: DeckContext): DefinedTool {
  return daemon.bind(bindContext(ctx));
}

/** The card of `bg-process`. */
export const daemonCard: CapabilityCard = cardOf(daemon, buildDaemonCapability);

async function answer(input: DaemonInput, ctx: ToolContext): Promise<string> {
  const { jobs } = ctx.state;
  switch (input.action) {
    case "start":
      return start(input.command, ctx);
    case "poll":
      return input.sinceLast
        ? jobReport(await jobs.poll(input.id), ctx)
        : recentReport(await lookAt(input.id, ctx), ctx);
    case "stop":
      return stopReport(await jobs.stop(input.id), ctx);
    case "list": {
      const lines = (await jobs.list()).map((job) => jobLine(job, ctx.clock.now()));
      return lines.length === 0 ? "There are no jobs." : lines.join("\n");
    }
  }
}

async function start(command: string, { state, shell, cwd, cancel }: ToolContext): Promise<string> {
  const { id, pid } = await state.jobs.start({ command, shell, cwd, cancel });
  return `Started ${id} (process ${pid}).\nUse action=poll id=${id} for its output, action=stop id=${id} to end it.`;
}

/** Everything that is shown counts as polled; both are asked at once, so that nothing is printed between the two. */
async function lookAt(id: string, { state }: ToolContext): Promise<JobReport> {
  const [recent] = await Promise.all([state.jobs.recent(id), state.jobs.poll(id)]);
  return recent;
}

function recentReport(report: JobReport, ctx: ToolContext): string {
  const isSilent = report.stdout.text === "" && report.stderr.text === "";
  return isSilent ? `${jobLine(report.job, ctx.clock.now())}\nNothing was printed.` : jobReport(report, ctx);
}
