/** Answers about paths in their order, some of them asked for before anybody wants to know. */
export interface Shelf<T> {
  holds(path: string): boolean;
  take(path: string): Promise<T>;
  /** Lets go of every answer that nobody took. */
  drop(): Promise<void>;
}

/** How far ahead is asked: a far host answers many questions in the time of one. */
const STEPS = 16;

/** Makes a shelf; what was passed over is let go. */
export function createShelf<T>(
  paths: readonly string[],
  ask: (path: string) => Promise<T>,
  letGo: (answer: T) => Promise<void>,
): Shelf<T> {
  const places = new Map(paths.map((path, at) => [path, at]));
  const early = new Map<number, Promise<T>>();
  let passed: Promise<unknown> = Promise.resolve();
  return {
    holds: (path) => places.has(path),
    take(path) {
      const at = places.get(path) ?? -1;
      const answer = early.get(at) ?? ask(path);
      early.delete(at);
      passOver((place) => place < at);
      for (let next = at + 1; next <= at + STEPS && next < paths.length; next += 1) askEarly(next);
      return answer;
    },
    drop: async () => {
      passOver(() => true);
      await passed;
    },
  };

  function askEarly(place: number): void {
    if (early.has(place)) return;
    const asked = ask(paths[place] ?? "");
    // Whoever takes it hears of its failure.
    asked.catch(() => undefined);
    early.set(place, asked);
  }

  function passOver(isPassed: (place: number) => boolean): void {
    for (const [place, answer] of early) {
      if (!isPassed(place)) continue;
      early.delete(place);
      passed = Promise.allSettled([passed, answer.then(letGo)]);
    }
  }
}
