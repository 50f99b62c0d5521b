import { relative } from "node:path";
import type { JobOutput, JobRecord, JobReport, ToolContext } from "../../../kernel/index.ts";
import { plainText } from "../bash/show-text.ts";

type Reader = Pick<ToolContext, "clock" | "cwd">;

/** One line about a job. */
export function jobLine(job: JobRecord, now: number): string {
  return `${job.id} ${stateOf(job, now)}: ${shortened(job.command)}`;
}

/** A job and what it printed since the last look. */
export function jobReport({ job, stdout, stderr }: JobReport, { clock, cwd }: Reader): string {
  const sections = [section("stdout", stdout, job, cwd), section("stderr", stderr, job, cwd)].flat();
  const nothing = job.ended === undefined ? "Nothing new was printed." : "Nothing more was printed.";
  return [jobLine(job, clock.now()), ...(sections.length === 0 ? [nothing] : sections)].join("\n");
}

/** The last words of a job that was stopped; its logs are gone. */
export function stopReport({ job, stdout, stderr }: JobReport, { clock, cwd }: Reader): string {
  const { logs: _gone, ...rest } = job;
  return `${jobReport({ job: rest, stdout, stderr }, { clock, cwd })}\n${job.id} is forgotten; nothing of it runs any more.`;
}

function stateOf({ ended, startedAt, pid }: JobRecord, now: number): string {
  if (ended === undefined) return `runs for ${seconds(now - startedAt)} (process ${pid})`;
  const how =
    ended.code === null ? `was ended by ${ended.signal ?? "a signal"}` : `ended with exit code ${ended.code}`;
  const why = { timeout: ", at its time limit", idle: ", silent for too long" };
  return `${how} after ${seconds(ended.at - startedAt)}${ended.limit === undefined ? "" : why[ended.limit]}`;
}

function seconds(ms: number): string {
  return `${Math.max(0, ms / 1000).toFixed(1)} s`;
}

const MOST_COMMAND = 120;

function shortened(command: string): string {
  const line = command.trim().replaceAll(/\s+/g, " ");
  return line.length <= MOST_COMMAND ? line : `${line.slice(0, MOST_COMMAND)}…`;
}

function section(name: "stdout" | "stderr", output: JobOutput, { logs }: JobRecord, cwd: string): string[] {
  const { text, lostBytes } = output;
  if (text === "" && lostBytes === 0) return [];
  const log = logs?.[name];
  const whereabouts =
    log === undefined ? "" : `; the log is in ${log.paths.map((path) => relative(cwd, path)).join(" and ")}`;
  const gone = log === undefined || log.lostBytes === 0 ? "" : `, without ${log.lostBytes} older byte(s)`;
  const notice =
    lostBytes === 0 ? [] : [`[… ${lostBytes} byte(s) before this omitted${whereabouts}${gone} …]`];
  const shown = plainText(text) ?? `[binary output${whereabouts}]`;
  return [`${name}:`, ...notice, shown.endsWith("\n") ? shown.slice(0, -1) : shown];
}
