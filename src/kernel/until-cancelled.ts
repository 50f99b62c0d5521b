/** Waits for work that others wait for too: being cancelled ends the waiting, not the work. */
export function untilCancelled<T>(work: Promise<T>, cancel: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(cancel.reason as Error);
    if (cancel.aborted) leave();
    cancel.addEventListener("abort", leave, { once: true });
    void work.then(resolve, reject).finally(() => cancel.removeEventListener("abort", leave));
  });
}
