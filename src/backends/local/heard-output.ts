import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { ShellOutputListener } from "../../kernel/index.ts";
import type { Launched } from "./launch.ts";

/** The output of a command as it is being listened to. */
export interface HeardOutput {
  /** Waits until the pipes close, or until those who still hold them have been quiet for a moment. */
  quiet(): Promise<void>;
}

const QUIET_MS = 250;
const CHATTER_MS = 2_000;

/** Passes on what a command prints, no faster than the listener takes it and one piece after the other. */
export function hearOutput(
  { closed, ...streams }: Pick<Launched, "stdout" | "stderr" | "closed">,
  listener: ShellOutputListener,
): HeardOutput {
  let heardAt = performance.now();
  const busy = new Map<"stdout" | "stderr", Promise<void>>();
  const isActive = (giveUpAt: number) =>
    busy.size > 0 || performance.now() < Math.min(heardAt + QUIET_MS, giveUpAt);
  for (const name of ["stdout", "stderr"] as const) {
    streams[name]?.on("data", (chunk: Buffer) => {
      heardAt = performance.now();
      // Node lets a paused stream flow when the process ends.
      const before = busy.get(name);
      const taking =
        before?.then(() => quietly(() => listener(name, chunk))) ?? quietly(() => listener(name, chunk));
      if (taking !== undefined) holdBack(name, taking);
    });
  }
  return {
    quiet: async () => {
      const isOver = closed.then(() => true);
      const giveUpAt = performance.now() + CHATTER_MS;
      heardAt = performance.now();
      while (isActive(giveUpAt)) {
        const isClosed = await Promise.race([isOver, sleep(QUIET_MS / 5, false, { ref: false })]);
        if (isClosed && busy.size === 0) return;
        if (isClosed) await Promise.all(busy.values());
        // What lies in the pipes is read between two turns, also when this process was held up.
        await nextTurn();
      }
    },
  };

  function holdBack(name: "stdout" | "stderr", taking: Promise<void>): void {
    busy.set(name, taking);
    streams[name]?.pause();
    void taking.finally(() => {
      if (busy.get(name) !== taking) return;
      busy.delete(name);
      heardAt = performance.now();
      streams[name]?.resume();
    });
  }
}

/** A listener's own mistake does not stop the command. */
function quietly(call: () => void | Promise<void>): Promise<void> | undefined {
  try {
    return call()?.catch(() => undefined);
  } catch {
    return undefined;
  }
}
