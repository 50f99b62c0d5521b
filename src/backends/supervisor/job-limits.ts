import type { JobEnd, JobRequest } from "../../kernel/index.ts";

/** The limits of one running job. */
export interface JobLimits {
  /** The job gave a sign of life. */
  heard(): void;
  lift(): void;
}

/** Watches over a job's deadline and its silence; a job without limits has no timer. */
export function watchLimits(
  { timeoutMs, idleMs }: Pick<JobRequest, "timeoutMs" | "idleMs">,
  onHit: (limit: NonNullable<JobEnd["limit"]>) => void,
): JobLimits {
  const startedAt = performance.now();
  let heardAt = startedAt;
  const alarms = [
    timeoutMs === undefined
      ? undefined
      : ringAt(
          () => startedAt + timeoutMs,
          () => onHit("timeout"),
        ),
    idleMs === undefined
      ? undefined
      : ringAt(
          () => heardAt + idleMs,
          () => onHit("idle"),
        ),
  ];
  return {
    heard: () => {
      heardAt = performance.now();
    },
    lift: () => {
      for (const cancel of alarms) cancel?.();
    },
  };
}

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Rings when the time has come, which may move on while it waits; tells how to take it back. */
function ringAt(due: () => number, ring: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  const wait = (): void => {
    const left = due() - performance.now();
    if (left <= 0) return ring();
    timer = setTimeout(wait, Math.min(left, LONGEST_MS));
    timer.unref();
  };
  wait();
  return () => clearTimeout(timer);
}
