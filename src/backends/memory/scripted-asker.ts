import type { Asker } from "../../kernel/index.ts";

/** An asker that gives prepared answers in order, and is unavailable after the last. */
export function scriptedAsker(answers: readonly string[]): Asker {
  const left = [...answers];
  return {
    ask: async (_question, cancel) => {
      cancel.throwIfAborted();
      const text = left.shift();
      return text === undefined ? { kind: "unavailable" } : { kind: "answered", text };
    },
  };
}
