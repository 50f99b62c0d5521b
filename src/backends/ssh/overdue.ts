import { Fault, type ShellExecOptions } from "../../kernel/index.ts";

/** How much longer than the host needs to kill a command we wait to be told. */
const NEWS_MS = 10_000;

/** The longest a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** A watch over a command whose host may have fallen silent. */
export interface Overdue {
  /** Rejects when nothing was heard long after the command had to be over. */
  readonly silence: Promise<never>;
  lift(): void;
}

/** Watches for the time limit and for cancellation; the host keeps both itself as long as it can. */
export function watchOverdue(
  host: string,
  graceMs: number,
  { timeoutMs, cancel }: Pick<ShellExecOptions, "timeoutMs" | "cancel">,
): Overdue {
  const timers: NodeJS.Timeout[] = [];
  const over = new AbortController();
  const silence = new Promise<never>((_resolve, reject) => {
    const rejectIn = (ms: number, reason: () => unknown): void => {
      timers.push(setTimeout(() => reject(reason()), Math.min(ms + graceMs + NEWS_MS, LONGEST_MS)));
    };
    if (timeoutMs !== undefined) rejectIn(timeoutMs, () => silentFault(host));
    const onAbort = (): void => rejectIn(0, () => cancel?.reason);
    cancel?.addEventListener("abort", onAbort, { once: true, signal: over.signal });
    if (cancel?.aborted === true) onAbort();
  });
  silence.catch(() => undefined);
  return {
    silence,
    lift: () => {
      over.abort();
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function silentFault(host: string): Fault {
  return new Fault("timeout", `The time limit passed, and ${host} does not answer any more.`, {
    hint: "The command ends there at its own limit, or when the host sees that the connection is gone.",
  });
}
