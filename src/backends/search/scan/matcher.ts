import { Worker } from "node:worker_threads";
import type { Deadline } from "../deadline.ts";
import { matchText, type MatchText, type TextMatches } from "./match-text.ts";

/** Runs an expression where it can be stopped: JavaScript's own may take forever on a few dozen characters. */
export interface Matcher {
  /** The lines of a text that match; undefined when the time was up first. */
  match(text: string): Promise<TextMatches | undefined>;
  close(): Promise<void>;
}

/** Starts a matcher in a thread of its own. */
export function openMatcher(expression: RegExp, deadline: Deadline, cancel: AbortSignal): Matcher {
  // From source text, so that the same code runs from `src` and from `dist`.
  const worker = new Worker(`(${serveMatches.toString()})(${matchText.toString()})`, {
    eval: true,
    workerData: expression,
    env: {},
  });
  worker.unref();
  return {
    match(text) {
      return new Promise((resolve, reject) => {
        const settle = (): void => {
          clearTimeout(timer);
          cancel.removeEventListener("abort", abort);
          worker.off("message", answer).off("error", fail);
        };
        const answer = (matches: TextMatches): void => {
          settle();
          resolve(matches);
        };
        const fail = (error: Error): void => {
          settle();
          reject(error);
        };
        const abort = (): void => fail(cancel.reason as Error);
        const timer = setTimeout(() => {
          settle();
          resolve(undefined);
        }, deadline.remainingMs());
        cancel.addEventListener("abort", abort);
        worker.once("message", answer).once("error", fail);
        worker.postMessage(text, []);
      });
    },
    async close() {
      await worker.terminate();
    },
  };
}

/** Contract: runs in a worker made from its source text, so it refers to nothing outside itself. */
function serveMatches(match: MatchText): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  parentPort?.on("message", (text: string) => parentPort.postMessage(match(workerData as RegExp, text), []));
}
