import { type Cache, type Clock, type Made, systemClock } from "../../kernel/index.ts";

/** How much a cache may hold. */
export interface MemoryCacheOptions {
  readonly clock?: Clock;
  readonly maxBytes?: number;
  readonly maxEntries?: number;
}

interface Kept {
  readonly value: unknown;
  readonly bytes: number;
  readonly until: number;
}

interface Flight {
  readonly made: Promise<unknown>;
  readonly cancelled: AbortController;
  waiting: number;
}

/** A cache in memory that forgets what was used longest ago when it is full. */
export function createMemoryCache(options: MemoryCacheOptions = {}): Cache {
  const { clock = systemClock, maxBytes = 32 * 1024 * 1024, maxEntries = 100 } = options;
  const kept = new Map<string, Kept>();
  const flights = new Map<string, Flight>();

  return {
    get: async <T>(key: string, make: (cancel: AbortSignal) => Promise<Made<T>>, cancel: AbortSignal) => {
      cancel.throwIfAborted();
      const found = freshOf(key);
      if (found !== undefined) return found.value as T;
      return (await join(flights.get(key) ?? start(key, make), cancel)) as T;
    },
  };

  function freshOf(key: string): Kept | undefined {
    const found = kept.get(key);
    kept.delete(key);
    if (found === undefined || found.until <= clock.monotonic()) return undefined;
    // A map remembers the order of insertion: the least recently used stays in front.
    kept.set(key, found);
    return found;
  }

  function start<T>(key: string, make: (cancel: AbortSignal) => Promise<Made<T>>): Flight {
    const cancelled = new AbortController();
    const flight: Flight = { made: making(), cancelled, waiting: 0 };
    flights.set(key, flight);
    cancelled.signal.addEventListener("abort", land);
    return flight;

    async function making(): Promise<T> {
      try {
        const { value, bytes, keepMs } = await Promise.resolve(cancelled.signal).then(make);
        if (keepMs > 0 && bytes <= maxBytes) keep(key, { value, bytes, until: clock.monotonic() + keepMs });
        return value;
      } finally {
        land();
      }
    }

    /** Whoever asks from now on finds a kept value, or starts anew. */
    function land(): void {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  function keep(key: string, entry: Kept): void {
    kept.delete(key);
    kept.set(key, entry);
    let total = [...kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [oldest, { bytes }] of kept) {
      if (total <= maxBytes && kept.size <= maxEntries) return;
      kept.delete(oldest);
      total -= bytes;
    }
  }
}

/** Waits for a making like everyone else; the last one to leave ends it. */
function join(flight: Flight, cancel: AbortSignal): Promise<unknown> {
  flight.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      flight.waiting -= 1;
      if (flight.waiting === 0) flight.cancelled.abort(cancel.reason);
      reject(cancel.reason as Error);
    };
    cancel.addEventListener("abort", leave, { once: true });
    void flight.made.then(resolve, reject).finally(() => cancel.removeEventListener("abort", leave));
  });
}
