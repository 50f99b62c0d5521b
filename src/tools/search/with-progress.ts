import type { ToolContext } from "../../kernel/index.ts";

const EVERY_MS = 1_000;

/** Does long work while telling whoever waits how long it has taken so far. */
export async function withProgress<T>(
  { progress, clock }: Pick<ToolContext, "progress" | "clock">,
  work: () => Promise<T>,
): Promise<T> {
  const start = clock.monotonic();
  const tell = (): void => progress(`Searching for ${Math.round((clock.monotonic() - start) / 1_000)} s`);
  const timer = setInterval(tell, EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
