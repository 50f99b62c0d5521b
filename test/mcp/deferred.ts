/** A promise that a test settles. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (reason: unknown) => void;
}

/** Makes a promise that waits for the test. */
export function deferred<T = void>(): Deferred<T> {
  const parts: Partial<Deferred<T>> = {};
  const promise = new Promise<T>((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return { promise, ...(parts as Pick<Deferred<T>, "resolve" | "reject">) };
}
