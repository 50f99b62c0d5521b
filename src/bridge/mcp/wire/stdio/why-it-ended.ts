import { Fault, type ProgramExit } from "../../../../kernel/index.ts";
import { lastWords } from "./last-words.ts";

/** Why a connection is gone whose server ended, or closed its output, by itself. */
export function whyItEnded(exit: ProgramExit | undefined, errorLines: readonly string[]): Fault {
  return new Fault("unavailable", `The server ${whatItDid(exit)}.${lastWords(errorLines)}`, {
    hint: "Its standard error is shown by `deckhand mcp status`.",
  });
}

function whatItDid(exit: ProgramExit | undefined): string {
  if (exit === undefined) return "closed its output";
  return exit.signal === null ? `ended with code ${exit.code}` : `was ended by ${exit.signal}`;
}
