import { createInterface } from "node:readline/promises";
import type { AskingStreams } from "./terminal-asker.ts";

/** What a person typed, or how they got out of the question: Ctrl-C, or the end of the input. */
export type Typed =
  | { readonly kind: "line"; readonly text: string }
  | { readonly kind: "refused" }
  | { readonly kind: "gone" };

/** Asks for one line at a terminal; throws only when `cancel` does. */
export async function askLine(prompt: string, streams: AskingStreams, cancel: AbortSignal): Promise<Typed> {
  const lines = createInterface({ ...streams, terminal: true });
  const left = new AbortController();
  let kind: "refused" | "gone" = "gone";
  lines.once("SIGINT", () => {
    kind = "refused";
    lines.close();
  });
  lines.once("close", () => left.abort());
  try {
    const text = await lines.question(prompt, { signal: AbortSignal.any([cancel, left.signal]) });
    return { kind: "line", text: text.trim() };
  } catch (error) {
    if (cancel.aborted) throw error;
    return { kind };
  } finally {
    lines.close();
  }
}
