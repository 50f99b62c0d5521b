import { randomBytes } from "node:crypto";
import {
  type Clock,
  Fault,
  type JobRecord,
  type JobReport,
  type JobRequest,
  type Supervisor,
  systemClock,
} from "../../kernel/index.ts";
import { endProcesses, type JobTrace } from "./end-processes.ts";
import { type Job, startJob } from "./job.ts";
import { type JobFolder, type JobLogs, memoryFolder, openJobFolder } from "./job-folder.ts";
import { reapSurvivors } from "./reap-survivors.ts";

/** Where a supervisor keeps what its jobs print, and how patient it is. */
export interface SupervisorOptions {
  /** Has the logs below `.deckhand/jobs`; without it output is kept in memory, and should the host die nobody ends its jobs. */
  readonly workspace?: string;
  /** The session's name. */
  readonly session?: string;
  readonly clock?: Clock;
  /** How long a job that was asked to end may take before it is killed. */
  readonly graceMs?: number;
  /** How many jobs are kept, those that ended included. */
  readonly maxJobs?: number;
}

const GRACE_MS = 2_000;
const MOST_JOBS = 100;

/** Supervises the background jobs of one session; whoever has started one must call `close` in the end. */
export function createSupervisor(options: SupervisorOptions = {}): Supervisor {
  const { clock = systemClock, graceMs = GRACE_MS, maxJobs = MOST_JOBS } = options;
  const jobs = new Map<string, Job>();
  const traces = new Map<string, JobTrace>();
  const starting = new Set<Promise<unknown>>();
  let opening: Promise<JobFolder> | undefined;
  let closing: Promise<void> | undefined;
  let lastNumber = 0;
  return {
    start,
    poll: async (id) => find(id).report(),
    recent: async (id) => find(id).recent(),
    write: async (id, input, isLast = false) => {
      const job = find(id);
      await job.write(input, isLast);
      return job.record();
    },
    list: async () => inOrder().map((job) => job.record()),
    stop,
    close: () => (closing ??= close()),
  };

  async function start(request: JobRequest): Promise<JobRecord> {
    if (closing !== undefined) throw isClosed();
    if (jobs.size + starting.size >= maxJobs) throw tooMany(inOrder());
    request.cancel?.throwIfAborted();
    lastNumber += 1;
    const begun = begin(`job-${lastNumber}`, request);
    starting.add(begun);
    try {
      return await begun;
    } finally {
      starting.delete(begun);
    }
  }

  async function begin(id: string, request: JobRequest): Promise<JobRecord> {
    const folder = await openFolder();
    const logs = await folder.createLogs(id);
    let job: Job | undefined;
    try {
      const marker = randomBytes(16).toString("hex");
      // Known before there is anything to know, in case the host dies between the two.
      await register(id, { marker });
      job = await startJob(request, {
        id,
        marker,
        clock,
        logs,
        graceMs,
        onLimit: (late) => void endAll([late]),
      });
      await register(id, job.trace);
      request.cancel?.throwIfAborted();
      if (closing !== undefined) throw isClosed();
      jobs.set(id, job);
      return job.record();
    } catch (error) {
      if (job !== undefined) await endAll([job]);
      await forget(id, logs);
      throw error;
    }
  }

  function find(id: string): Job {
    const job = jobs.get(id);
    if (job === undefined) throw noSuchJob(id, inOrder());
    return job;
  }

  /** Jobs that are started at the same time may become known in any order. */
  function inOrder(): Job[] {
    return [...jobs]
      .toSorted(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
      .map(([, job]) => job);
  }

  async function stop(id: string): Promise<JobReport> {
    const job = find(id);
    await endAll([job]);
    const report = job.report();
    if (report.job.ended === undefined) throw cannotEnd(report.job);
    jobs.delete(id);
    await forget(id, job.logs);
    return report;
  }

  async function close(): Promise<void> {
    await Promise.allSettled(starting);
    await endAll([...jobs.values()]);
    await Promise.all([...jobs.values()].map(async ({ logs }) => logs?.remove()));
    jobs.clear();
    const folder = await opening?.catch(() => undefined);
    // Files that cannot be removed are no reason to fail when nothing runs any more.
    await folder?.remove().catch(() => undefined);
  }

  async function register(id: string, trace: JobTrace): Promise<void> {
    traces.set(id, trace);
    const folder = await openFolder();
    await folder.register([...traces.values()]);
  }

  async function forget(id: string, logs: JobLogs | undefined): Promise<void> {
    traces.delete(id);
    await logs?.remove();
    const folder = await openFolder();
    // A trace too many harms nobody: its processes have ended.
    await folder.register([...traces.values()]).catch(() => undefined);
  }

  /** Opened when the first job needs it; what failed is tried again. */
  function openFolder(): Promise<JobFolder> {
    const { workspace, session = "session" } = options;
    if (workspace === undefined) return Promise.resolve(memoryFolder);
    opening ??= reapSurvivors(workspace)
      .catch(() => undefined)
      .then(() => openJobFolder(workspace, session));
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  }
}

/** Ends jobs with everything they started, also what left their group and session. */
async function endAll(ending: readonly Job[]): Promise<void> {
  await Promise.allSettled(ending.map((job) => job.end()));
  await endProcesses(
    ending.map(({ trace }) => trace),
    0,
  );
  await Promise.all(ending.map((job) => job.death()));
}

function noSuchJob(id: string, known: readonly Job[]): Fault {
  const ids = idsOf(known);
  return new Fault("not_found", `There is no job ${id}.`, {
    hint: ids === "" ? "No jobs are kept: start one first." : `Known jobs: ${ids}.`,
  });
}

function isClosed(): Fault {
  return new Fault("unavailable", "The session is closed: it starts no more jobs.", {
    hint: "Open a new session.",
  });
}

function tooMany(known: readonly Job[]): Fault {
  return new Fault("tool_error", `${known.length} jobs are kept already, and no more fit.`, {
    hint: `Stop those that are no longer needed: ${idsOf(known)}.`,
  });
}

function idsOf(jobs: readonly Job[]): string {
  return jobs.map((job) => job.record().id).join(", ");
}

function cannotEnd({ id, pid }: JobRecord): Fault {
  return new Fault("tool_error", `${id} (process ${pid}) does not end, even when killed.`, {
    hint: "It may be waiting for a device. Stop it again later.",
  });
}
