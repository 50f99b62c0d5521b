import {
  type Clock,
  Fault,
  type JobEnd,
  type JobRecord,
  type JobReport,
  type JobRequest,
  type ShellExit,
  type ShellHandle,
} from "../../kernel/index.ts";
import { type JobTrace, MARKER_NAME } from "./end-processes.ts";
import type { JobLogs } from "./job-folder.ts";
import { createJobInput } from "./job-input.ts";
import { type JobLimits, watchLimits } from "./job-limits.ts";
import { createRecentLines } from "./recent-lines.ts";
import { createUnreadOutput } from "./unread-output.ts";
import { within } from "./within.ts";

/** What a job is given beside the request for it. */
export interface JobSetting {
  readonly id: string;
  /** What its processes are known by. */
  readonly marker: string;
  readonly clock: Clock;
  readonly logs: JobLogs | undefined;
  readonly graceMs: number;
  readonly onLimit: (job: Job) => void;
}

/** One background job. */
export interface Job {
  readonly trace: JobTrace;
  readonly logs: JobLogs | undefined;
  record(): JobRecord;
  /** The job and what is new of it. */
  report(): JobReport;
  /** The job and its last lines. */
  recent(): JobReport;
  write(input: string, isLast: boolean): Promise<void>;
  /** Asks its processes to end, and kills what is left after the grace. */
  end(): Promise<void>;
  /** Waits for the end of a job whose processes are all killed, but not for ever. */
  death(): Promise<void>;
}

/** Starts a job and follows it. */
export async function startJob(request: JobRequest, setting: JobSetting): Promise<Job> {
  const { id, clock, logs } = setting;
  const { command } = request;
  const unread = { stdout: createUnreadOutput(), stderr: createUnreadOutput() };
  const lines = { stdout: createRecentLines(), stderr: createRecentLines() };
  let limits: JobLimits | undefined;
  let limit: JobEnd["limit"];
  let ended: JobEnd | undefined;
  const handle = await request.shell.spawn(command, {
    ...(request.cwd === undefined ? {} : { cwd: request.cwd }),
    env: { [MARKER_NAME]: setting.marker },
    input: "pipe",
    onOutput: (stream, chunk) => {
      limits?.heard();
      unread[stream].add(chunk);
      lines[stream].add(chunk);
      return logs?.[stream].add(chunk);
    },
  });
  const startedAt = clock.now();
  const exited = new Promise<ShellExit>((resolve) => {
    handle.onExit(resolve);
  }).then(settle);
  const feed = createJobInput(id, handle, exited);
  const job: Job = { trace: traceOf(handle, setting), logs, record, report, recent, write, end, death };
  limits = watchLimits(request, (hit) => {
    limit = hit;
    setting.onLimit(job);
  });
  return job;

  /** It counts as ended when its last words are on disk. */
  async function settle(exit: ShellExit): Promise<void> {
    limits?.lift();
    const at = clock.now();
    await logs?.flushed();
    ended = { ...exit, at, ...(limit === undefined ? {} : { limit }) };
  }

  function record(): JobRecord {
    return {
      id,
      command,
      pid: handle.pid,
      startedAt,
      ...(ended === undefined ? {} : { ended }),
      ...(logs === undefined ? {} : { logs: { stdout: logs.stdout.facts(), stderr: logs.stderr.facts() } }),
    };
  }

  function report(): JobReport {
    const isOver = ended !== undefined;
    return { job: record(), stdout: unread.stdout.take(isOver), stderr: unread.stderr.take(isOver) };
  }

  function recent(): JobReport {
    const isOver = ended !== undefined;
    return { job: record(), stdout: lines.stdout.look(isOver), stderr: lines.stderr.look(isOver) };
  }

  async function write(input: string, isLast: boolean): Promise<void> {
    if (ended !== undefined) throw hasEnded(id);
    limits?.heard();
    await feed(input, isLast);
  }

  async function end(): Promise<void> {
    handle.kill("SIGTERM");
    await within(exited, setting.graceMs);
    // Also when it has ended: what it left behind did not hear, or did not listen.
    handle.kill("SIGKILL");
  }

  async function death(): Promise<void> {
    await within(exited, DEATH_MS);
  }
}

/** How long what was killed may take to disappear. */
const DEATH_MS = 1_000;

function traceOf({ pid, startTime }: ShellHandle, { marker }: JobSetting): JobTrace {
  return startTime === undefined ? { marker } : { marker, leader: { pid, startTime } };
}

function hasEnded(id: string): Fault {
  return new Fault("tool_error", `${id} has ended and reads nothing any more.`, {
    hint: `Poll ${id} for its last words, or start it again.`,
  });
}
