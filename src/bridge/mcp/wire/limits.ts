/** How long something may take, and who may take it back. */
export interface Limits {
  readonly cancel?: AbortSignal | undefined;
  /** The longest silence. */
  readonly silenceMs: number;
  /** The longest time in all, however often it gives a sign of life. */
  readonly totalMs: number;
  /** Whether it is a person who is waited for, so that silence means nothing. */
  readonly isPersonAsked?: (() => boolean) | undefined;
  /** The error of a limit that was reached. */
  readonly timeUp: () => Error;
}

/** What runs under limits: it stops at the signal, and tells when there was a sign of life. */
export type LimitedWork<T> = (stop: AbortSignal, alive: () => void) => Promise<T>;

/** Runs work under limits. Whoever cancels it gets their own reason back, at once. */
export function withinLimits<T>(limits: Limits, work: LimitedWork<T>): Promise<T> {
  const { cancel, silenceMs, totalMs, isPersonAsked = () => false, timeUp } = limits;
  if (cancel?.aborted === true) return Promise.reject(cancel.reason as Error);
  return new Promise((resolve, reject) => {
    const stop = new AbortController();
    const last = performance.now() + totalMs;
    let waiting: NodeJS.Timeout | undefined;
    let isOver = false;

    const alive = (): void => {
      if (isOver) return;
      clearTimeout(waiting);
      waiting = setTimeout(onSilence, Math.max(0, Math.min(silenceMs, last - performance.now(), LONGEST_MS)));
    };
    const onSilence = (): void => {
      if (isPersonAsked() && performance.now() < last) alive();
      else giveUp(timeUp(), "it took too long");
    };
    const onCancel = (): void => giveUp(cancel?.reason, "the caller took it back");
    const leave = (): void => {
      isOver = true;
      clearTimeout(waiting);
      cancel?.removeEventListener("abort", onCancel);
    };
    // What the server is told is ours: the caller's reason may hold anything.
    const giveUp = (reason: unknown, told: string): void => {
      leave();
      reject(reason);
      stop.abort(told);
    };

    cancel?.addEventListener("abort", onCancel, { once: true });
    alive();
    void work(stop.signal, alive).then(resolve, reject).finally(leave);
  });
}

/** What the machine can count to; a longer wait would ring at once. */
const LONGEST_MS = 2 ** 31 - 1;
