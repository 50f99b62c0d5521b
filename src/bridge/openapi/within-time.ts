import { runInNewContext } from "node:vm";

/**
 * Runs work that never waits, and ends it when its time is up.
 * Patterns and schemas come from other people's documents, and some take for ever to match; the time limit of a context
 * ends everything that runs under it, regular expressions included.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  return runInNewContext("work()", { work }, { timeout: ms }) as T;
}

/** Tells whether an error means that the time was up. */
export function isTimeUp(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
}
