import { Fault, type ProgramExit } from "../../../../kernel/index.ts";

const MOST_QUOTED = 300;

/** Why a connection is gone whose server ended, or closed its output, by itself. */
export function whyItEnded(exit: ProgramExit | undefined, errorLines: readonly string[]): Fault {
  const last = errorLines.at(-1)?.slice(0, MOST_QUOTED);
  const words = last === undefined ? "" : ` Its last words: ${last}`;
  return new Fault("unavailable", `The server ${whatItDid(exit)}.${words}`, {
    hint: "Its standard error is shown by `deckhand mcp status`.",
  });
}

function whatItDid(exit: ProgramExit | undefined): string {
  if (exit === undefined) return "closed its output";
  return exit.signal === null ? `ended with code ${exit.code}` : `was ended by ${exit.signal}`;
}
