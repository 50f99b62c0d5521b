/** Runs one piece of work at a time for each key, in the order asked for. */
export type PathLocks = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes locks that last as long as somebody waits for them. */
export function createPathLocks(): PathLocks {
  const tails = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const running = (tails.get(key) ?? Promise.resolve()).then(work);
    const tail = running.catch(() => undefined);
    tails.set(key, tail);
    try {
      return await running;
    } finally {
      if (tails.get(key) === tail) tails.delete(key);
    }
  };
}
