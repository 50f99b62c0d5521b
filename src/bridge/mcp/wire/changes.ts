import { httpAnswerIn } from "./faults/http-answer.ts";
import type { ServerList } from "./mcp-connection.ts";
import type { OpenClient } from "./open-client.ts";
import type { Sdk } from "./sdk.ts";

/** Tells when the lists of a server have changed. */
export interface Changes {
  readonly on: (listener: (list: ServerList) => void) => () => void;
  readonly stop: () => void;
}

const LISTS = ["tools", "resources", "prompts"] as const;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
const ACKNOWLEDGE_MS = 30_000;

/** Hears of changes as the revision has it: old servers tell unasked, new ones on a stream that is opened for it. */
export function createChanges({ client }: OpenClient, sdk: Sdk): Changes {
  const listeners = new Set<(list: ServerList) => void>();
  const stopped = new AbortController();
  let isFollowed = false;

  const tell = (list: ServerList): void => {
    for (const listener of listeners) {
      try {
        listener(list);
      } catch {
        // A listener that throws is no reason to keep the news from the others.
      }
    }
  };
  for (const list of LISTS)
    client.setNotificationHandler(`notifications/${list}/list_changed`, () => tell(list));

  const follow = async (lists: readonly ServerList[]): Promise<void> => {
    let pause = FIRST_PAUSE_MS;
    for (let round = 0; !stopped.signal.aborted; round += 1) {
      const began = performance.now();
      try {
        const stream = await client.listen(filterOf(lists), {
          signal: stopped.signal,
          timeout: ACKNOWLEDGE_MS,
        });
        // What changed while nobody listened is not told again.
        if (round > 0) lists.forEach(tell);
        await stream.closed;
      } catch (error) {
        if (isRefusal(error, sdk)) return;
      }
      pause =
        performance.now() - began > LONGEST_PAUSE_MS ? FIRST_PAUSE_MS : Math.min(pause * 2, LONGEST_PAUSE_MS);
      await waited(pause * (0.5 + Math.random() / 2), stopped.signal);
    }
  };

  return {
    on(listener) {
      listeners.add(listener);
      const lists = LISTS.filter((list) => client.getServerCapabilities()?.[list]?.listChanged === true);
      if (!isFollowed && lists.length > 0 && client.getProtocolEra() === "modern") {
        isFollowed = true;
        void follow(lists);
      }
      return () => void listeners.delete(listener);
    },
    stop: () => stopped.abort(),
  };
}

function filterOf(lists: readonly ServerList[]): Record<string, true> {
  return Object.fromEntries(lists.map((list) => [`${list}ListChanged`, true]));
}

/** A server that says no to listening says so every time. */
function isRefusal(error: unknown, sdk: Sdk): boolean {
  const status = httpAnswerIn(error, sdk)?.status ?? 0;
  return error instanceof sdk.ProtocolError || (status >= 400 && status < 500);
}

function waited(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const waiting = setTimeout(resolve, ms).unref();
    const leave = (): void => {
      clearTimeout(waiting);
      resolve();
    };
    stop.addEventListener("abort", leave, { once: true });
  });
}
