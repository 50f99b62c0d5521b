import type { ShellExecResult, ShellExit, ShellHandle, ShellSpawnOptions } from "../../kernel/index.ts";

/** Runs a command in the background and hands out what controls it. */
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
      const { code, signal, stdout, stderr } = await run(ending);
      emit("stdout", stdout);
      emit("stderr", stderr);
      exit = { code, ...(signal === undefined ? {} : { signal }) };
    } catch (error) {
      if (!ending.aborted) emit("stderr", `${error instanceof Error ? error.message : String(error)}\n`);
      exit = ending.aborted
        ? { code: null, signal: stop.signal.aborted ? String(stop.signal.reason) : "SIGTERM" }
        : { code: 1 };
    }
    announce();
  }

  function emit(stream: "stdout" | "stderr", text: string): void {
    if (text !== "") quietly(() => onOutput?.(stream, new TextEncoder().encode(text)));
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

// A listener's mistake is its own.
function quietly(call: () => void): void {
  try {
    call();
  } catch {
    return;
  }
}
