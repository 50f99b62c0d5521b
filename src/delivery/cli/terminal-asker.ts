import { createInterface } from "node:readline/promises";
import {
  type Answer,
  type Asker,
  type Question,
  showInvisible,
  stripTerminalEscapes,
} from "../../kernel/index.ts";
import type { Terminal } from "./terminal.ts";

/** Where a person types and reads. */
export interface AskingStreams {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/** Asks the person at this terminal; there is none to ask in a pipe, a script or with --json. */
export function terminalAsker(
  terminal: Pick<Terminal, "note" | "status">,
  isJson: boolean,
  streams: AskingStreams = { input: process.stdin, output: process.stderr },
): Asker {
  return {
    ask: async (question, cancel) => {
      const isWatched = streams.input.isTTY === true && streams.output.isTTY === true;
      if (isJson || !isWatched) return { kind: "unavailable" };
      terminal.status("");
      terminal.note(shown(question));
      return answerTo(question, streams, cancel);
    },
  };
}

const MOST_TRIES = 3;

async function answerTo({ choices }: Question, streams: AskingStreams, cancel: AbortSignal): Promise<Answer> {
  const lines = createInterface({ ...streams, terminal: true });
  const gone = new AbortController();
  lines.once("close", () => gone.abort());
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const said = (await lines.question("> ", { signal: AbortSignal.any([cancel, gone.signal]) })).trim();
      const text = choices === undefined ? said : chosen(said, choices);
      if (text !== undefined && text !== "") return { kind: "answered", text };
    }
    return { kind: "unavailable" };
  } catch (error) {
    if (cancel.aborted) throw error;
    return { kind: "unavailable" };
  } finally {
    lines.close();
  }
}

function chosen(said: string, choices: readonly string[]): string | undefined {
  const byNumber = /^\d+$/.test(said) ? choices[Number(said) - 1] : undefined;
  return byNumber ?? choices.find((choice) => choice.toLowerCase() === said.toLowerCase());
}

/** A model's words, on a person's screen. */
function shown({ text, choices = [] }: Question): string {
  const lines = [text, ...choices.map((choice, at) => `  ${at + 1}. ${choice}`)];
  return lines.map((line) => showInvisible(stripTerminalEscapes(line))).join("\n");
}
