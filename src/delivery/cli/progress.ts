import { untilCancelled } from "../../kernel/index.ts";
import type { Terminal } from "./terminal.ts";

const QUIET_MS = 1000;
const TICK_MS = 250;

/** The line that tells how a long call is getting on. */
export interface Progress {
  readonly note: (text: string) => void;
  readonly done: () => void;
}

/** Shows how long a call has been running once it takes over a second; `done` takes the line away again. */
export function showProgress(what: string, terminal: Terminal): Progress {
  const started = performance.now();
  let latest = "";
  const draw = (): void => {
    const elapsed = performance.now() - started;
    if (elapsed >= QUIET_MS) terminal.status(`${what} ${Math.floor(elapsed / 1000)} s ${latest}`.trimEnd());
  };
  const timer = terminal.isInteractive ? setInterval(draw, TICK_MS) : undefined;
  timer?.unref();
  return {
    note: (text) => {
      latest = text.replaceAll(/\s+/g, " ").slice(0, 100);
    },
    done: () => {
      clearInterval(timer);
      terminal.status("");
    },
  };
}

/** Shows how long some work has been going on, until it ends; Ctrl-C ends the waiting, and throws. */
export async function withProgress<T>(what: string, terminal: Terminal, work: Promise<T>): Promise<T> {
  const progress = showProgress(what, terminal);
  try {
    return await untilCancelled(work, terminal.interrupt);
  } finally {
    progress.done();
  }
}
