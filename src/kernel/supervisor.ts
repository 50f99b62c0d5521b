import type { Fault } from "./fault.ts";
import type { Shell, ShellExit } from "./shell.ts";

/** What a background job is started with. */
export interface JobRequest {
  readonly command: string;
  /** The shell of the call that starts it, so that a job is confined like any other command of that call. */
  readonly shell: Shell;
  readonly cwd?: string;
  /** Ends the job this long after its start. */
  readonly timeoutMs?: number;
  /** Ends the job when it has printed and been told nothing for this long. */
  readonly idleMs?: number;
  /** Takes the start back; a job that counts as started goes on. */
  readonly cancel?: AbortSignal;
}

/** How and when a job ended. */
export interface JobEnd extends ShellExit {
  readonly at: number;
  /** The limit that ended it, if one did. */
  readonly limit?: "timeout" | "idle";
}

/** One stream's output on disk. */
export interface JobLog {
  /** The files that hold it, oldest first. */
  readonly paths: readonly string[];
  /** Bytes that no longer are in them. */
  readonly lostBytes: number;
}

/** A background job as others see it. */
export interface JobRecord {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly ended?: JobEnd;
  /** Absent when its output is kept in memory only. */
  readonly logs?: { readonly stdout: JobLog; readonly stderr: JobLog };
}

/** What one stream printed since the last look. */
export interface JobOutput {
  readonly text: string;
  /** Bytes printed since the last look that no longer fit, all before the text. */
  readonly lostBytes: number;
}

/** A job and what it printed since the last look. */
export interface JobReport {
  readonly job: JobRecord;
  readonly stdout: JobOutput;
  readonly stderr: JobOutput;
}

/**
 * Keeps the background jobs of one session, known by ids `job-1`, `job-2` …
 * Contract: an unknown id is a `not_found` fault that lists the known ones; a job that ended is kept, with how it ended,
 * until it is stopped; `stop` ends the whole tree of processes and forgets the job; after `close`, which may be called
 * again, no process of any job is left and nothing can be started.
 */
export interface Supervisor {
  /** Why no job can be started here; absent where one can. */
  readonly refusal?: Fault;
  start(request: JobRequest): Promise<JobRecord>;
  /** What is new since the last poll, never half a character. */
  poll(id: string): Promise<JobReport>;
  /** The last 2,000 lines of each stream, looked at or not; what `poll` hands out next stays the same. */
  recent(id: string): Promise<JobReport>;
  /** Gives a job bytes on its standard input, which is closed after the last. */
  write(id: string, input: string, isLast?: boolean): Promise<JobRecord>;
  list(): Promise<readonly JobRecord[]>;
  /** Ends and forgets a job; the report is its last. */
  stop(id: string): Promise<JobReport>;
  close(): Promise<void>;
}
