import {
  Fault,
  type ShellExecResult,
  type ShellExit,
  type ShellHandle,
  type ShellSpawnOptions,
} from "../../kernel/index.ts";

/** Runs a command in the background, which tells its own output, and hands out what controls it. */
export function createHandle(
  pid: number,
  { cancel, onOutput }: ShellSpawnOptions,
  run: (cancel: AbortSignal) => Promise<ShellExecResult>,
): ShellHandle {
  const stop = new AbortController();
  const subscriptions = new Set<{ readonly listener: (exit: ShellExit) => void }>();
  let exit: ShellExit | undefined;
  void follow();
  return {
    pid,
    kill: (signal = "SIGTERM") => stop.abort(signal),
    write: () => Promise.reject(noInput()),
    closeInput: () => undefined,
    onExit: (listener) => {
      const subscription = { listener };
      subscriptions.add(subscription);
      if (exit !== undefined) queueMicrotask(announce);
      return () => void subscriptions.delete(subscription);
    },
  };

  async function follow(): Promise<void> {
    const ending = cancel === undefined ? stop.signal : AbortSignal.any([stop.signal, cancel]);
    try {
      const { code, signal } = await run(ending);
      exit = { code, ...(signal === undefined ? {} : { signal }) };
    } catch (error) {
      if (!ending.aborted) complain(`${error instanceof Error ? error.message : String(error)}\n`);
      exit = ending.aborted
        ? { code: null, signal: stop.signal.aborted ? String(stop.signal.reason) : "SIGTERM" }
        : { code: 1 };
    }
    announce();
  }

  function complain(text: string): void {
    quietly(() => onOutput?.("stderr", new TextEncoder().encode(text))?.catch(() => undefined));
  }

  function announce(): void {
    const ended = exit;
    if (ended === undefined) return;
    for (const subscription of subscriptions) {
      subscriptions.delete(subscription);
      quietly(() => subscription.listener(ended));
    }
  }
}

function noInput(): Fault {
  return new Fault("unavailable", "The in-memory shell takes no input while a command runs.", {
    hint: "Give the input in the command itself: printf 'yes\\n' | command.",
  });
}

// A listener's mistake is its own.
function quietly(call: () => unknown): void {
  try {
    call();
  } catch {
    return;
  }
}
